"""Settings, all of them read from the environment through ``core.env``; the defaults run the site on one machine.

``WORDHALL_ENV=production`` turns every safety on and refuses to start without a secret key, hosts, the site's address, PostgreSQL and
Redis, and with ``DEBUG``.
"""

from pathlib import Path

import django_stubs_ext
from csp.constants import NONE, SELF

from core import env, languages, local, logs
from core.release import version

# Lets ``ModelAdmin[Job]`` and other typed generics be written at run time too.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
WORDHALL_DATA = env.path("WORDHALL_DATA", BASE_DIR / "var")
PRODUCTION = env.text("WORDHALL_ENV", "local") == "production"
if not PRODUCTION:
    local.make_folders(WORDHALL_DATA)
DEBUG = env.flag("DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise env.BadEnvironment("DEBUG=1 shows settings and data to every visitor; take it out in production.")

ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "" if PRODUCTION else "*")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SITE_URL = env.text("SITE_URL", "").rstrip("/")
if PRODUCTION:
    env.check_hosts(ALLOWED_HOSTS)
    env.check_site_url(SITE_URL)


def _secret_key() -> str:
    """The configured key; on a local machine, a random one stored in the data folder."""
    key = env.text("SECRET_KEY")
    if PRODUCTION:
        env.check_secret_key(key)
    return key or local.secret(WORDHALL_DATA, "secret_key")


SECRET_KEY = _secret_key()
# Earlier keys, after a change: sessions and printed slips of before stay good until these are taken out.
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "django_filters",
    "csp",
    "jobs",
    "backups",
    "mail",
    "limits",
    "audit",
    "clubs",
    "lexicon",
    "games",
    "ratings",
    "tournaments",
    "leagues",
    "registration",
    "stats",
    "clubhouse",
    "messaging",
    "webhooks",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tournaments.web.page_cache.cached_pages",
    "config.metrics.timed",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.privacy.private_answers",
    "core.replica.remember_writers",
    "csp.middleware.CSPMiddleware",
    "audit.middleware.request_id",
    "core.zones.own_zone",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "core.language_choice.own_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubs.unsent_forms.keep_forms",
    "allauth.account.middleware.AccountMiddleware",
]
CSRF_FAILURE_VIEW = "clubs.unsent_forms.csrf_failure"

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", "clubs.templatetags.page_tags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
    {
        # The rows of big tables (``*.jinja``), put into Django's pages by ``{% rows %}``.
        "NAME": "tables",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "tournaments.templatetags.table_tags.environment"},
    },
]

DATABASE_URL = env.text("DATABASE_URL")
if PRODUCTION and not DATABASE_URL:
    raise env.BadEnvironment("DATABASE_URL is not set; production runs on PostgreSQL (postgres://user:pass@host/name).")
DATABASES = {"default": env.database(DATABASE_URL, default=WORDHALL_DATA / "wordhall.sqlite3")}
# Public pages may be read from a copy that PostgreSQL keeps up to date (``core.replica``, docs/scaling.md).
DATABASE_REPLICA_URL = env.text("DATABASE_REPLICA_URL")
if DATABASE_REPLICA_URL:
    DATABASES["replica"] = env.replica(DATABASE_REPLICA_URL)
DATABASE_ROUTERS = ["core.replica.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "clubs.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",  # sessions from before allauth
]
# Accounts (django-allauth; its pages and what they need: ``clubs.account_urls``). An unconfirmed address holds up nothing unless
# the operator wants it to.
ACCOUNT_ADAPTER = "clubs.account_adapter.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = env.text("ACCOUNT_EMAIL_VERIFICATION", "optional")
if ACCOUNT_EMAIL_VERIFICATION not in {"optional", "mandatory"}:
    raise env.BadEnvironment("ACCOUNT_EMAIL_VERIFICATION is optional (usual) or mandatory.")
if ACCOUNT_EMAIL_VERIFICATION == "mandatory" and not (env.text("EMAIL_URL") or env.text("EMAIL_HOST")):
    raise env.BadEnvironment("ACCOUNT_EMAIL_VERIFICATION=mandatory needs a mail server: set EMAIL_URL.")
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "email*" if ACCOUNT_EMAIL_VERIFICATION == "mandatory" else "email",
    "password1*",
    "password2*",
]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_CONFIRM_EMAIL_ON_GET = False  # programs that look into mails open links
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 900
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
ACCOUNT_RATE_LIMITS = False  # counted by ``limits`` instead
MFA_RATE_LIMITS = False
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Wordhall"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
LOGIN_URL = "clubs:login"
LOGIN_REDIRECT_URL = "clubs:home"
LOGOUT_REDIRECT_URL = "clubs:home"

# What `prepare_site` makes of an empty site; an operator that is there already stays as it is.
DICTIONARIES = env.words("DICTIONARIES", "en")
FIRST_ADMIN = env.text("FIRST_ADMIN")
FIRST_ADMIN_EMAIL = env.text("FIRST_ADMIN_EMAIL")
FIRST_ADMIN_PASSWORD = env.text("FIRST_ADMIN_PASSWORD")
FIRST_CLUB = env.text("FIRST_CLUB")

LANGUAGE_CODE = languages.SOURCE.code
LANGUAGES = languages.language_choices()
LOCALE_PATHS = [BASE_DIR / "locale"]
# One way to write a date in each language.
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = env.text("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = WORDHALL_DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
MEDIA_ROOT = WORDHALL_DATA / "media"

# A record of a long game is under 10 kB and a roster under 200 kB: more than this is refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000

CACHES = {
    "default": {"BACKEND": "config.redis_cache.QuickRedisCache", "LOCATION": env.text("REDIS_URL")}
    if env.text("REDIS_URL")
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Tokens have our own table instead of knox's.
KNOX_TOKEN_MODEL = "clubs.ApiToken"  # noqa: S105 - the name of a model
MIGRATION_MODULES = {"knox": None}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.authentication.ScopedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.BoundedJSONParser", "core.api.parsers.BoundedMultiPartParser"],
    "DEFAULT_FILTER_BACKENDS": ["core.api.filters.ListFilters"],
    "DEFAULT_PAGINATION_CLASS": "config.api.pagination.BoundedPages",
    "EXCEPTION_HANDLER": "config.api.errors.handle",
    "DEFAULT_METADATA_CLASS": None,  # the schema says what there is
    "PAGE_SIZE": 100,
    # Rates go by the address that the nearest proxy saw; what a client writes into X-Forwarded-For itself is not believed.
    "NUM_PROXIES": env.integer("PROXIES", 1 if PRODUCTION else 0),
    "DEFAULT_THROTTLE_CLASSES": [
        f"limits.api.{name}" for name in ("AnonymousThrottle", "ReadThrottle", "WriteThrottle")
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anonymous": env.text("THROTTLE_ANONYMOUS", "300/min"),
        "read": env.text("THROTTLE_READ", "600/min"),
        "write": env.text("THROTTLE_WRITE", "300/min"),
    },
}
# Counted in the database (``limits.services``), by pages and API together: by slip, by user, by account, by network.
RATES = {
    "slip": env.text("THROTTLE_SLIP", "60/min"),
    "slip_network": env.text("THROTTLE_SLIP_NETWORK", "1200/min"),  # a whole hall sends from one address
    "wrong_key": env.text("THROTTLE_WRONG_KEY", "30/min"),
    # forms that anybody may send, by network: a school registers from one address
    "registration": env.text("THROTTLE_REGISTRATION", "600/10min"),
    "contact": env.text("THROTTLE_CONTACT", "10/hour"),
    "words": env.text("THROTTLE_WORDS", "120/min"),
    "judge": env.text(
        "THROTTLE_JUDGE", "40/min"
    ),  # a judging table never needs more, a machine that guesses words does
    "login": env.text("THROTTLE_LOGIN", "20/min"),  # wrong passwords from one network
    "login_account": env.text("THROTTLE_LOGIN_ACCOUNT", "30/10min"),  # for one account, wherever they come from
    "second_factor": env.text("THROTTLE_SECOND_FACTOR", "10/10min"),  # codes and passwords typed for one account
    "sign_up": env.text("THROTTLE_SIGN_UP", "120/hour"),  # accounts made from one network: a whole club may
    "account": env.text("THROTTLE_ACCOUNT", "120/10min"),  # forms of the account pages from one network
    "account_mail": env.text("THROTTLE_ACCOUNT_MAIL", "6/hour"),  # mails to one address that anybody can ask for
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wordhall API",
    "DESCRIPTION": "Events, rounds, results, game records and ratings of word-game clubs.",
    "VERSION": version(),
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "PARSER_WHITELIST": ["core.api.parsers.BoundedJSONParser"],  # operations that take files say so themselves
    # Choices stay where they are used, without made-up names.
    "POSTPROCESSING_HOOKS": [
        "config.api.schema.add_errors",
        "config.api.schema.add_scopes",
        "config.api.schema.add_repeats",
        "config.api.schema.add_examples",
    ],
}

# Celery. Without REDIS_URL the messages are files in the data folder (``config.broker``): no server needed. Messages may be lost
# there; jobs are rows (``jobs.Job``) and a sweep sends them again, so that losing a message never loses work.
REDIS_URL = env.text("REDIS_URL")
env.check_redis_url(REDIS_URL)
if PRODUCTION and not REDIS_URL:
    raise env.BadEnvironment("REDIS_URL is not set; production uses Redis as broker (redis://host:6379/0).")
_broker = WORDHALL_DATA / "broker"
CELERY_BROKER_URL = REDIS_URL or "files://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # Give up on a dead broker within a second: a request is waiting.
    {"socket_connect_timeout": 1, "socket_timeout": 5, "retry_on_timeout": False, "max_retries": 0}
    if REDIS_URL
    else {
        "data_folder_in": str(_broker / "queue"),
        "data_folder_out": str(_broker / "queue"),
        "processed_folder": str(_broker / "processed"),
        "control_folder": str(_broker / "control"),
        "store_processed": False,
        "polling_interval": 0.2,  # polling a folder costs next to nothing, and people wait for the job
    }
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
JOB_LEASE_SECONDS = env.integer("JOB_LEASE_SECONDS", 20)
JOB_SWEEP_SECONDS = env.integer("JOB_SWEEP_SECONDS", 10)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "jobs.sweep", "schedule": float(JOB_SWEEP_SECONDS)},
    # Belt and braces: a pool whose ledger is ahead of its ratings is found even if its job row was lost.
    "stale-ratings": {"task": "ratings.sweep", "schedule": 600.0},
    "due-backup": {"task": "backups.write_due", "schedule": 600.0},
    "due-mails": {"task": "mail.sweep", "schedule": 20.0},
    "due-webhooks": {"task": "webhooks.sweep", "schedule": 20.0},
    "ended-offers": {"task": "registration.end_offers", "schedule": 60.0},
    "new-records": {"task": "stats.read_records", "schedule": 60.0},
    "queues-to-pair": {"task": "tournaments.pair_queues", "schedule": 20.0},
    "feeds-to-read": {"task": "tournaments.read_feeds", "schedule": 10.0},
    "records-to-analyse": {"task": "tournaments.analyse_records", "schedule": 60.0},
    "stale-figures": {"task": "tournaments.check_stale_figures", "schedule": 60.0},
    "old-counts": {"task": "limits.forget_ended", "schedule": 3600.0},
    "old-messages": {"task": "clubs.forget_messages", "schedule": 86_400.0},
    "old-deliveries": {"task": "messaging.forget", "schedule": 86_400.0},
    "old-contacts": {"task": "registration.forget_contacts", "schedule": 86_400.0},
    "old-sessions": {"task": "clubs.forget_sessions", "schedule": 3600.0},
}
# In memory: the times are short, and a file would be one more thing that a full disk breaks.
CELERY_BEAT_SCHEDULER = "config.beat:Scheduler"

# Backups of the whole site (``backups``). Without a folder none are made automatically.
BACKUP_FOLDER = env.path("BACKUP_FOLDER", Path()) if env.text("BACKUP_FOLDER") else None
BACKUP_KEEP = env.integer("BACKUP_KEEP", 7)
BACKUP_HOUR = env.integer("BACKUP_HOUR", 3)
env.check_backups(BACKUP_KEEP, BACKUP_HOUR)

# Mail. Without a server every mail is kept, and operators read it in the admin (``mail.services``).
_mail = env.mail_server()
MAIL_SERVER = _mail.host
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL_SERVER else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _mail.host or "localhost", _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.tls, _mail.ssl
EMAIL_TIMEOUT = env.integer("EMAIL_TIMEOUT", 20)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Wordhall <wordhall@localhost>")
if PRODUCTION and MAIL_SERVER and not env.text("DEFAULT_FROM_EMAIL"):
    raise env.BadEnvironment("DEFAULT_FROM_EMAIL is not set; mails need a sender: Wordhall <wordhall@example.org>")

# Notifications go to these services only: their addresses come from browsers, that is from anybody. A name stands for its hosts under
# https; a whole origin (http://127.0.0.1:9000) for a service of one's own.
PUSH_SERVICES = env.words(
    "PUSH_SERVICES",
    "fcm.googleapis.com push.services.mozilla.com push.apple.com notify.windows.com",
)

# Webhooks go to the public internet only, under https, and live feeds come from there: directors type their addresses. A whole origin
# (http://10.0.0.7:9000) is for a program of one's own inside the network.
WEBHOOK_ORIGINS = env.words("WEBHOOK_ORIGINS")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # slip links carry a key in their path
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# What is watched (docs/operations.md).
METRICS_TOKEN = env.text("METRICS_TOKEN")
SLOW_SECONDS = env.number("SLOW_SECONDS", 3.0)
LOG_FORMAT = env.text("LOG_FORMAT", "json" if PRODUCTION else "plain")
if LOG_FORMAT not in logs.FORMATTERS:
    raise env.BadEnvironment("LOG_FORMAT is json (one object a line) or plain.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": logs.FORMATTERS[LOG_FORMAT]},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
}
SENTRY_DSN = env.text("SENTRY_DSN")
if SENTRY_DSN:
    from config import sentry

    sentry.start(SENTRY_DSN)
