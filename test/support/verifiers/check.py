import base64
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/webhook-verification"))
from verify import verify_webhook  # noqa: E402

for line in sys.stdin:
    secret, now, body, *headers = [base64.b64decode(field[1:]) for field in line.split()]
    named = dict(header.decode().split(": ", 1) for header in headers)
    print("true" if verify_webhook(body, named, secret.decode(), int(now)) else "false")
