# The same layout as a release archive (scripts/release/layout.mjs), for linux/amd64 and linux/arm64.
# The build runs on the release of Node that package.json pins; the layout brings its own copy of it.
FROM node:26.10.0-slim AS build
WORKDIR /source
COPY . .
RUN node scripts/release/layout.mjs /opt/prospector

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Prospector" \
      org.opencontainers.image.description="A self-hosted prospecting service for ecommerce stores and the people who work at them." \
      org.opencontainers.image.licenses="Apache-2.0"
# The embedded PostgreSQL insists on a user with a name.
RUN groupadd --gid 10001 prospector \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin prospector \
    && install -d -o prospector -g prospector -m 0700 /data
COPY --from=build /opt/prospector /opt/prospector
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Everything that is written goes here or to /tmp, so the root file system may be read-only.
VOLUME ["/data"]
EXPOSE 8080
USER 10001:10001
WORKDIR /opt/prospector
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
    CMD ["/opt/prospector/node_modules/.bin/node", "/opt/prospector/bin/healthy.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/prospector/bin/prospector"]
CMD ["serve"]
