# deadheat with what it runs programs with: JDK 17, gcc and clang.
#
#   docker build -t deadheat .
#   docker run --rm -v "$PWD:/work" deadheat deadheat check examples/Account.java
#
# Native programs are run at addresses that are the same each time, where the container lets deadheat ask for that; no verdict depends on it.

FROM rust:1.95-bookworm AS build
WORKDIR /build
COPY . .
RUN cargo build --locked --release --package deadheat && make install DESTDIR=/installed

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends openjdk-17-jdk-headless gcc g++ clang libc6-dev make bash \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home deadheat
COPY --from=build /installed/ /
USER deadheat
WORKDIR /work
CMD ["deadheat", "--help"]
