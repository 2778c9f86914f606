# Builds the product and keeps only what it needs to run. The base is pinned by its digest: an update of it is a change here
# (docker buildx imagetools inspect node:24-slim).
FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /src
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci && npm run build
# The builds, the migrations and the packages that no build contains. `--build-arg EMBEDDED=--embedded` adds PostgreSQL, for an
# image that runs without a DATABASE_URL.
ARG EMBEDDED=""
# Git is not copied: `--build-arg COMMIT=$(git rev-parse HEAD)` tells /api/build what was built.
ARG COMMIT=""
RUN node .ci/image-tree.mjs /app $EMBEDDED --commit "$COMMIT"

FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
# It writes to /data only: the root file system may be read-only.
VOLUME /data
EXPOSE 3000
# Liveness: what replaces an unhealthy container must not do so because the database is away. It listens once it is ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/start.mjs"]
