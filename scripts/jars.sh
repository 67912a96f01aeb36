#!/usr/bin/env bash
# Prints a folder with the jars of some libraries, for the tests that run real software: DEADHEAT_JARS, or Debian's packages, fetched and unpacked into
# target/jars, and beside them Maven, Gradle and what their builds need. Nothing is installed. Where they cannot be had it prints nothing, and the tests are skipped; where one cannot be had the programs that need
# it are. Everything else that it says goes to stderr.
set -euo pipefail

cache=$(cd "$(dirname "$0")/.." && pwd)/target/jars
# One a line, in order.
packages=(
    antlr4
    groovy
    jruby
    junit4
    junit5
    jython
    kotlin
    libactivemq-java
    libantlr3-runtime-java
    libantlr4-runtime-java
    libaopalliance-java
    libapiguardian-java
    libargs4j-java
    libasm-java
    libatinject-jsr330-api-java
    libbackport9-java
    libbcel-java
    libbcprov-java
    libbsh-java
    libbtm-java
    libbyte-buddy-java
    libc3p0-java
    libcaffeine-java
    libcglib-java
    libclassmate-java
    libclojure-java
    libcolt-free-java
    libcommons-beanutils-java
    libcommons-cli-java
    libcommons-codec-java
    libcommons-collections3-java
    libcommons-collections4-java
    libcommons-compress-java
    libcommons-configuration2-java
    libcommons-csv-java
    libcommons-dbcp2-java
    libcommons-digester-java
    libcommons-io-java
    libcommons-jexl3-java
    libcommons-jxpath-java
    libcommons-lang-java
    libcommons-lang3-java
    libcommons-logging-java
    libcommons-math3-java
    libcommons-pool-java
    libcommons-pool2-java
    libcommons-text-java
    libcommons-validator-java
    libconcurrent-java
    libcore-specs-alpha-clojure
    libderby-java
    libdirgra-java
    libdisruptor-java
    libdom4j-java
    libdropwizard-metrics-java
    libehcache-java
    libfelix-framework-java
    libfontbox2-java
    libfreemarker-java
    libgeronimo-j2ee-management-1.1-spec-java
    libgeronimo-jms-1.1-spec-java
    libgeronimo-jta-1.2-spec-java
    libgeronimo-validation-1.1-spec-java
    libgoogle-gson-java
    libguava-java
    libguice-java
    libh2-java
    libhamcrest-java
    libhawtbuf-java
    libhawtdispatch-java
    libhdrhistogram-java
    libheadius-options-java
    libhibernate-validator-java
    libhikaricp-java
    libhsqldb-java
    libhttpclient-java
    libhttpcore-java
    libicu4j-java
    libinvokebinder-java
    libjackson2-annotations-java
    libjackson2-core-java
    libjackson2-databind-java
    libjacoco-java
    libjama-java
    libjavassist-java
    libjaxen-java
    libjboss-logging-java
    libjcodings-java
    libjcommander-java
    libjctools-java
    libjdom2-java
    libjettison-java
    libjetty9-java
    libjffi-java
    libjgit-java
    libjgrapht0.8-java
    libjitescript-java
    libjline2-java
    libjnr-constants-java
    libjnr-enxio-java
    libjnr-ffi-java
    libjnr-netdb-java
    libjnr-posix-java
    libjnr-unixsocket-java
    libjoda-time-java
    libjoptsimple-java
    libjregex-java
    libjruby-joni-java
    libjsch-java
    libjson-simple-java
    libjsonp-java
    libjsoup-java
    libjzlib-java
    libkxml2-java
    liblog4j1.2-java
    liblog4j2-java
    liblogback-java
    liblucene8-java
    libmina2-java
    libmockito-java
    libnekohtml-java
    libnetty-java
    libobjenesis-java
    libokhttp-java
    libokio-java
    libopencsv-java
    libopentest4j-java
    liboro-java
    libpdfbox2-java
    libpicocli-java
    libprotobuf-java
    libquartz2-java
    libre2j-java
    libregexp-java
    librhino-java
    libsaxonhe-java
    libservlet-api-java
    libslf4j-java
    libspec-alpha-clojure
    libspring-aop-java
    libspring-beans-java
    libspring-context-java
    libspring-core-java
    libspring-expression-java
    libspring-jdbc-java
    libspring-transaction-java
    libstax2-api-java
    libstringtemplate4-java
    libsuper-csv-java
    libtomcat9-java
    libtrove3-java
    libunivocity-parsers-java
    libwoodstox-java
    libxalan2-java
    libxerces2-java
    libxom-java
    libxpp3-java
    libxstream-java
    libyaml-snake-java
    scala-library
    testng
    velocity
)
# Maven with its plugins, and Gradle, in their smallest parts that build a project of Java.
build_tools=(
    ant
    bnd
    gradle
    ivy
    libapache-pom-java
    libbcpg-java
    libcdi-api-java
    libcommons-parent-java
    libdd-plist-java
    liberror-prone-java
    libgeronimo-annotation-1.3-spec-java
    libgeronimo-interceptor-3.0-spec-java
    libgradle-core-java
    libgradle-plugins-java
    libhawtjni-runtime-java
    libjansi-java
    libjansi1-java
    libjatl-java
    libjcifs-java
    libjcip-annotations-java
    libjsr305-java
    libkryo-java
    libmaven-archiver-java
    libmaven-common-artifact-filters-java
    libmaven-compiler-plugin-java
    libmaven-file-management-java
    libmaven-filtering-java
    libmaven-install-plugin-java
    libmaven-jar-plugin-java
    libmaven-parent-java
    libmaven-plugin-tools-java
    libmaven-resolver-java
    libmaven-resources-plugin-java
    libmaven-shared-incremental-java
    libmaven-shared-io-java
    libmaven-shared-utils-java
    libmaven3-core-java
    libminlog-java
    libnative-platform-java
    libplexus-archiver-java
    libplexus-build-api-java
    libplexus-cipher-java
    libplexus-classworlds-java
    libplexus-compiler-java
    libplexus-component-annotations-java
    libplexus-container-default-java
    libplexus-container-default1.5-java
    libplexus-interpolation-java
    libplexus-io-java
    libplexus-languages-java
    libplexus-sec-dispatcher-java
    libplexus-utils2-java
    libpolyglot-maven-java
    libqdox2-java
    libreflectasm-java
    libsimple-http-java
    libsisu-inject-java
    libsisu-plexus-java
    libsnappy-java
    libsurefire-java
    libwagon-file-java
    libwagon-http-java
    libwagon-http-shaded-java
    libwagon-provider-api-java
    libxbean-reflect-java
    libxz-java
    maven
)

say() { echo "jars: $*" >&2; }

# Debian's build tools look for their parts below / and /usr/share: here they are somewhere else.
settle() {
    local share=$1/usr/share
    ln -sfn ../../../etc/maven "$share/maven/conf" && ln -sfn ../../../../etc/maven/m2.conf "$share/maven/bin/m2.conf" || say "no Maven"
    # Debian's Gradle has a way of its own with repositories of the name maven-repo.
    ln -sfn usr/share/maven-repo "$1/repository"
    command -v python3 >/dev/null && python3 - "$share" <<'PATCH' || say "no Gradle"
import pathlib, sys, zipfile

share = pathlib.Path(sys.argv[1])
jar = next((share / "java").glob("gradle-core-api-[0-9]*.jar"))
with zipfile.ZipFile(jar) as old:
    entries = [(info, old.read(info)) for info in old.infolist()]
with zipfile.ZipFile(jar, "w") as new:
    for info, data in entries:
        for name in ["gradle", "java"] if info.filename.endswith(".class") else []:
            # A text in a class file has its length before it.
            was, now = (len(path).to_bytes(2, "big") + path for path in (f"/usr/share/{name}".encode(), str(share / name).encode()))
            data = data.replace(was, now)
        new.writestr(info, data)
PATCH
}

if [ -n "${DEADHEAT_JARS:-}" ]; then
    echo "$DEADHEAT_JARS"
    exit
fi
packages+=("${build_tools[@]}")
if [ "$(cat "$cache/complete" 2>/dev/null)" != "${packages[*]}" ]; then
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || { say "no apt-get: the tests with libraries are skipped"; exit; }
    mkdir -p "$cache/packages"
    cd "$cache/packages"
    # All at once is quickest, and fails where one is not known.
    if ! timeout 300 apt-get download -q "${packages[@]}" >&2; then
        for package in "${packages[@]}"; do
            compgen -G "${package}_*.deb" >/dev/null || timeout 60 apt-get download -q "$package" >&2 || say "cannot fetch $package"
        done
    fi
    compgen -G "*.deb" >/dev/null || { say "no package can be fetched: the tests with libraries are skipped"; exit; }
    mkdir -p "$cache/unpacked"
    for file in *.deb; do
        # Most have only some of these folders.
        dpkg --fsys-tarfile "$file" | tar -x -C "$cache/unpacked" --wildcards './usr/share/java/*' './usr/share/maven*/*' './usr/share/gradle/*' './etc/maven/*' 2>/dev/null || true
        rm "$file"
    done
    settle "$cache/unpacked"
    echo "${packages[*]}" >"$cache/complete"
fi
echo "$cache/unpacked/usr/share/java"
