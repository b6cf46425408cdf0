# Python 3.8 or newer. `raw_body` is the request's body as bytes, before anything parsed it; header names are in lower case.
import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(raw_body, headers, secret, now=None):
    """True when the service sent exactly these bytes within the last five minutes."""
    delivery = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    now = int(time.time()) if now is None else now
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False

    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{delivery}.{timestamp}.".encode() + raw_body
    standard = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is being changed there are several, with spaces between them.
    given = headers.get("webhook-signature", "").split(" ")
    return any(same(one, standard) for one in given)


def same(given, due):
    return hmac.compare_digest(given.encode(), due.encode())
