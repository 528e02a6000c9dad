"""Results as tables, JSON, CSV and CI formats, in two languages."""
