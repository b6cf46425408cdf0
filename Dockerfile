# Both processes are in the image: the API (`node src/http/server.ts`) and the worker (`node worker.ts`).
# Nothing is compiled: Node strips the types.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json tsconfig.json worker.ts ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
COPY data ./data
COPY containers/worker-health.ts ./containers/
USER node
EXPOSE 3000
CMD ["node", "src/http/server.ts"]
