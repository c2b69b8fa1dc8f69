"""Client of a Pixwright server. See Client."""

from .client import BatchOutcome, Client, File
from .errors import PixwrightError
from .webhooks import is_genuine

__all__ = ["BatchOutcome", "Client", "File", "PixwrightError", "is_genuine"]
