# Images of the portal's services: docker build --target api . (or web, trials, mailbox). What each holds is what
# `npm run image` writes, which a test starts without containers (system/images).
# The version of Node is the one that package.json pins, as a test holds (tools/checks/deployment/dockerfile.test.ts).

FROM node:24.21.0-bookworm-slim AS checkout
WORKDIR /portal
COPY . .
# No install script is needed: Node is the image's own, and nothing is compiled.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund

FROM checkout AS api-tree
RUN node tools/commands/image.ts api /image
# The handbook goes into services/web.
FROM checkout AS handbook
RUN node tools/commands/docs.ts
FROM handbook AS web-tree
RUN node tools/commands/image.ts web /image
FROM checkout AS trials-tree
RUN node tools/commands/image.ts trials /image
FROM checkout AS mailbox-tree
RUN node tools/commands/image.ts mailbox /image

FROM node:24.21.0-bookworm-slim AS service
# Neither npm nor yarn is in a running service; nobody is root.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn*
# docker build --build-arg PORTAL_COMMIT=$(git rev-parse --short=12 HEAD): what logs and metrics say of what runs.
ARG PORTAL_COMMIT=unknown
ENV NODE_ENV=production HOST=0.0.0.0 OPERATOR_HOST=0.0.0.0 PORTAL_COMMIT=$PORTAL_COMMIT
LABEL org.opencontainers.image.revision=$PORTAL_COMMIT
WORKDIR /portal
USER node
# The first process passes signals on and reaps: docker run --init, init: true in compose.
STOPSIGNAL SIGTERM

# Health checks are for who looks: the edge asks /readyz/process each second or two, and each of these starts a Node.
FROM service AS api
COPY --from=api-tree /image .
EXPOSE 3000 3001
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3001/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "services/api/src/main/main.ts"]

FROM service AS web
COPY --from=web-tree /image .
EXPOSE 3000 3002
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3002/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "services/web/src/main.ts"]

FROM service AS trials
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends chromium && rm -rf /var/lib/apt/lists/*
USER node
# The container is the wall around what it tries.
ENV CHROMIUM_PATH=/usr/bin/chromium CHROMIUM_WITHOUT_SANDBOX=yes
COPY --from=trials-tree /image .
CMD ["node", "services/trials/src/main.ts"]

# For trying the portal out and for CI: it keeps mails and sends none on.
FROM service AS mailbox
COPY --from=mailbox-tree /image .
ENV MAILBOX_HOST=0.0.0.0 MAILBOX_SMTP_PORT=1025 MAILBOX_HTTP_PORT=1080
EXPOSE 1025 1080
CMD ["node", "tools/mailbox/src/main.ts"]
