# The console with its scheduler and workers. docs/deployment.md says how to run it.
FROM python:3.11-slim AS build
COPY pyproject.toml README.md LICENSE /source/
COPY src /source/src
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir "/source[console,mcp,notify,parquet,postgres,xlsx]"

FROM python:3.11-slim
COPY --from=build /venv /venv
RUN useradd --uid 1000 --create-home pagekin && install -d -o pagekin -g pagekin /data
ENV PATH=/venv/bin:$PATH PAGEKIN_DATA=/data PYTHONUNBUFFERED=1
USER 1000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD ["python", "-c", \
    "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/health/', timeout=10)"]
ENTRYPOINT ["pagekin"]
CMD ["serve", "--no-open", "--bind", "0.0.0.0:8000", "--host", "localhost"]
