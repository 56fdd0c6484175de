"""Pictures of tireworld problems."""
