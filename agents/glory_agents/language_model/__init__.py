"""An agent that asks a language model over HTTP: docs/language_models.md."""
