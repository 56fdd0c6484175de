from lamp.web.serving import serve as serve

__all__ = [
    "serve",
]
