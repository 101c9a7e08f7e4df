# The files of the explorer page, from pinned npm packages.
FROM node:22-alpine AS web
WORKDIR /web
COPY internal/web/ ./
RUN npm ci --no-audit --no-fund && npm run collect

FROM golang:1.26-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /web/dist/ internal/web/dist/
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /causeway .

# Engines run in containers of their own, so neither Java nor Go is needed here.
FROM alpine:3.22
RUN adduser -D -u 10001 causeway && install -d -o causeway -g causeway -m 0700 /var/lib/causeway
COPY --from=build /causeway /usr/local/bin/causeway
COPY LICENSE THIRD_PARTY_LICENSES /usr/local/share/doc/causeway/
USER causeway
ENV CAUSEWAY_ENGINES=external CAUSEWAY_HOME=/var/lib/causeway CAUSEWAY_HTTP_ADDRESS=0.0.0.0:8484
VOLUME /var/lib/causeway
EXPOSE 8484
ENTRYPOINT ["causeway"]
CMD ["up"]
