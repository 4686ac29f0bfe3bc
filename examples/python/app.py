import platform

from flask import Flask

app = Flask(__name__)


@app.get("/")
def hello():
    return f"Hello from Flask on Python {platform.python_version()}\n"
