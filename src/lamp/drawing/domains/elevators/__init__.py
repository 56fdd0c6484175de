"""Pictures of elevators problems."""
