"""Training of Glory: objectives, figures, evaluations."""
