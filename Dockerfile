# jsonlint alone, in an image of a few MB:
#
#   docker build -t jsonlint .
#   docker run --rm -v "$PWD:/work:ro" jsonlint .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /jsonlint ./cmd/jsonlint

FROM scratch
COPY --from=build /jsonlint /jsonlint
WORKDIR /work
ENTRYPOINT ["/jsonlint"]
