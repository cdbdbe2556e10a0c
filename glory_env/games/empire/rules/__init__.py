"""The rules, one module for a chapter or a part of it, as functions over both records."""
