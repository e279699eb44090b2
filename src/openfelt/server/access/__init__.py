"""Who may come in: stations by their keys, staff by password and PIN."""
