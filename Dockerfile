# Both processes are in the image: the API (`node src/http/server.ts`) and the worker (`node worker.ts`).
# Of the service nothing is compiled: Node strips the types. The console is built.
FROM node:24.21.0-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

# The console's files. Its toolchain stays out of the image.
FROM node:24.21.0-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY sdk/types.ts ./sdk/types.ts
COPY web ./web
RUN node web/build.mjs

FROM node:24.21.0-slim
# Made below, once for all starts: the workflows' bundle and Node's compile cache.
ENV NODE_ENV=production WORKFLOW_BUNDLE=/app/prepared/workflows.js NODE_COMPILE_CACHE=/app/prepared/compile-cache
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json tsconfig.json worker.ts codec-server.ts ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
COPY data ./data
COPY web/pay ./web/pay
COPY --from=console /app/web/console/dist ./web/console/dist
COPY containers/worker-health.ts containers/prepare.ts ./containers/
RUN install -d -o node prepared
USER node
RUN node containers/prepare.ts
EXPOSE 3000
CMD ["node", "src/http/server.ts"]
