"""Pictures of blocksworld problems."""
