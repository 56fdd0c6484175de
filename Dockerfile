# lamp as a container that never compiles:
#
#   docker build --tag lamp .
#   docker run --rm lamp solve elevators:p2

FROM python:3.13-slim AS build
RUN pip install --no-cache-dir uv
WORKDIR /source
COPY . .
RUN HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 uv build --wheel --out-dir /wheels

FROM python:3.13-slim
# Python's files are compiled by pip, the kernels are in the wheel: nothing is left to the first call.
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "lamp-planner[web] @ file://$(ls /wheels/*.whl)"
RUN useradd --create-home lamp
USER lamp
WORKDIR /home/lamp
EXPOSE 8123
ENTRYPOINT ["lamp"]
CMD ["--help"]
