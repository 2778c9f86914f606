# Builds the product and keeps only what it needs to run.
FROM node:24-slim AS build
WORKDIR /src
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci && npm run build
# The workspaces with their production dependencies, the two builds and the migrations: no sources, no tools.
RUN mkdir /app \
  && cp --parents package.json package-lock.json .npmrc apps/*/package.json packages/*/package.json \
    e2e/package.json bench/package.json examples/package.json apps/api/start.mjs /app/ \
  && cp --parents -r apps/api/dist apps/web/dist packages/db/migrations /app/ \
  && cd /app && npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/start.mjs"]
