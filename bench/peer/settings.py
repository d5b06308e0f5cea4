import os
from urllib.parse import urlsplit

database = urlsplit(os.environ["PEER_DATABASE_URL"])

SECRET_KEY = os.environ["PEER_SECRET_KEY"]
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
WSGI_APPLICATION = "wsgi.application"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PUBLIC_URL = os.environ["PEER_PUBLIC_URL"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "django_filters",
    "clinic",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": database.hostname,
        "PORT": database.port,
        "USER": database.username,
        "PASSWORD": database.password,
        "NAME": database.path[1:],
        "CONN_MAX_AGE": None,
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": os.environ["PEER_REDIS_URL"],
        "KEY_PREFIX": os.environ["PEER_REDIS_PREFIX"],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["clinic.access.AccountTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["clinic.access.HasAccountPermission"],
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.ScopedRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "patient.list": "100/min",
        "patient.retrieve": "300/min",
        "phonenumber.create": "300/min",
        "invoicepayment.create": "300/min",
    },
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_PAGINATION_CLASS": "clinic.pagination.PageNumbers",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}
