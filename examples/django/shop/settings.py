import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = os.environ.get("SECRET_KEY", "only for trying this example")
DEBUG = False
# The router of the platform lets through only the domains of the application.
ALLOWED_HOSTS = ["*"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
USE_X_FORWARDED_HOST = False

INSTALLED_APPS = ["django.contrib.staticfiles", "shop"]
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "shop.urls"
WSGI_APPLICATION = "shop.wsgi.application"

# Variables of a linked PostgreSQL add-on, in builds and in instances.
if "POSTGRESQL_ADDON_HOST" in os.environ:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ["POSTGRESQL_ADDON_HOST"],
            "PORT": os.environ["POSTGRESQL_ADDON_PORT"],
            "NAME": os.environ["POSTGRESQL_ADDON_DB"],
            "USER": os.environ["POSTGRESQL_ADDON_USER"],
            "PASSWORD": os.environ["POSTGRESQL_ADDON_PASSWORD"],
            "CONN_MAX_AGE": 60,
        }
    }
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "collected"
USE_TZ = True
