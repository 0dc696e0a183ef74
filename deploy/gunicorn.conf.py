"""How gunicorn runs the site, here and under ``manage.py serve``; its processes are counted by ``WEB_CONCURRENCY``."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core import env, logs

#: Threads, because a phone on poor wifi may hold its connection for seconds and must not hold up the hall.
worker_class = "config.web_process.FairWorker"
threads = 4
#: Loaded once: processes share most of the memory.
preload_app = True
timeout = 60
graceful_timeout = 20
#: Written to several times a second: memory, not a disk that may be slow.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn makes a private file there
#: It would need a folder to write in; nothing here uses it.
control_socket_disable = True

_production = env.text("WORDHALL_ENV", "local") == "production"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": logs.FORMATTERS[env.text("LOG_FORMAT", "json" if _production else "plain")]},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {"gunicorn.error": {"handlers": ["console"], "propagate": False}},
    "root": {"handlers": ["console"]},
}

# What processes of an earlier start have counted (config/metrics.py).
if _counts := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    for _file in Path(_counts).glob("*.db"):
        _file.unlink(missing_ok=True)
