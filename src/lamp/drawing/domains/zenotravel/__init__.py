"""Pictures of zenotravel problems."""
