"""The report of tonnage-bench: tables, plots, a page of HTML; model cards."""
