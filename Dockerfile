# The product as a container image. `docker build .` makes the product, `docker build --target with-models .` adds networks to it that operators
# otherwise download themselves. How to run either is in docs/containers.md.

FROM node:24-bookworm-slim AS sources
WORKDIR /srv/pixwright
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY cli/package.json cli/
COPY engines/package.json engines/
COPY ui/package.json ui/
COPY tools/package.json tools/
COPY server/package.json server/
COPY web/package.json web/
COPY scripts/trim-packages.mjs scripts/slim-maxim.mjs scripts/

# The page, built with everything that building needs.
FROM sources AS page
RUN npm ci --omit=dev
COPY . .
RUN node --input-type=module --eval "(await import('./scripts/build-page.mjs')).default()"

# The packages that a server loads. The icons of the page are in the page; Node is in the image.
FROM sources AS packages
RUN npm ci --omit=dev --workspace=contract --workspace=client --workspace=engines --workspace=tools --workspace=server \
  && node scripts/trim-packages.mjs \
  && rm -rf node_modules/lucide-react /root/.npm

FROM node:24-bookworm-slim AS system
# ffmpeg brings graphics drivers of 170 MB, which no server has a use for.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/* /usr/lib/*/dri /usr/lib/*/libLLVM-*.so* /usr/lib/*/libz3.so*
WORKDIR /srv/pixwright
COPY --from=packages /srv/pixwright/ ./
COPY --from=page /srv/pixwright/web/dist/ web/dist/
COPY LICENSE NOTICE ./
COPY contract/ contract/
COPY client/ client/
COPY engines/ engines/
COPY ui/ ui/
COPY tools/ tools/
COPY content/ content/
COPY scripts/ scripts/
COPY server/ server/

# The code of the children, compiled by the account that will run them. In the image it belongs to root, so that nobody can change it.
FROM system AS compiled
RUN mkdir .cache && chown 1000:1000 .cache
USER 1000:1000
RUN node --disable-warning=ExperimentalWarning server/src/compile-children.ts

FROM system AS product
COPY --from=compiled /srv/pixwright/.cache/ .cache/
# A volume takes its owner from here.
RUN mkdir /data /backups && chown 1000:1000 /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "scripts/is-ready.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "scripts/start.mjs"]

# Whoever builds this agrees to the licences of these networks: `npm run models` names them. MODELS_MIRROR and HTTPS_PROXY may be given as
# build arguments.
FROM system AS models
ARG MODELS_MIRROR
RUN for name in whisper-base lama isnet-general; do DATA_DIR=/srv/networks node scripts/models.ts add "$name" --yes || exit 1; done

FROM product AS with-models
COPY --from=models /srv/networks/models/ /srv/networks/
ENV SPEECH=/srv/networks/ggml-base.bin INPAINT=/srv/networks/lama_fp32.onnx MATTE=/srv/networks/isnet-general-use.onnx

# What `docker build .` makes.
FROM product
