"""Money: what somebody holds, how it comes in, leaves, is withheld and is owed."""
