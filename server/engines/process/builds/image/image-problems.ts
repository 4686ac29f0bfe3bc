import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const noLogin: KnownProblem = {
  signs: [
    /^Error: .{0,300}(unauthorized: authentication required|invalid username\/password|requested access to the resource is denied)/,
  ],
  advice:
    'The registry of the base image wants a login, or has no such image: set CC_DOCKER_LOGIN_SERVER, CC_DOCKER_LOGIN_USERNAME and CC_DOCKER_LOGIN_PASSWORD, and check the name after FROM.',
}

const noBase: KnownProblem = {
  signs: [
    /^Error: .{0,400}(manifest unknown|name unknown|repository name not known|MANIFEST_UNKNOWN)/,
  ],
  advice:
    'The registry has no such base image: check name and tag after FROM, and where the registry of docker.io is not meant, begin the name with its host.',
}

const noRegistry: KnownProblem = {
  signs: [
    /^Error: .{0,400}pinging container registry .{0,300}/,
    /^Error: .{0,400}dial tcp .{0,200}(no such host|i\/o timeout|connection refused|no route to host)/,
  ],
  advice:
    'The registry of the base image does not answer from here: check its host after FROM. The operator names mirrors and registries without TLS in the file of BERTH_REGISTRIES_FILE, and opens private networks by BERTH_EGRESS_ALLOWED.',
}

const noSource: KnownProblem = {
  signs: [
    /^Error: .{0,300}(COPY|ADD).{0,300}no such file or directory/,
    /^Error: .{0,300}no items matching glob/,
  ],
  advice:
    'COPY or ADD names a file that is not in the commit: paths begin at the top of the repository, files that Git ignores are not deployed, and .dockerignore leaves out what it names.',
}

const otherProcessor: KnownProblem = {
  signs: [/exec format error/i],
  advice:
    'A program is for another processor than that of this machine: take a base image for it, and build for it (GOARCH, --platform) what you copy into the image.',
}

const noShell: KnownProblem = {
  signs: [
    /(exec|stat|starting container process).{0,200}"?\/bin\/sh"?.{0,100}no such file or directory/,
  ],
  advice:
    'The image has no shell for RUN: begin with a base image that has one, do the step in an earlier stage and COPY its result, or write RUN ["program", "argument"].',
}

const otherFlag: KnownProblem = {
  signs: [/RUN only supports the --mount flag/],
  advice:
    'RUN takes --mount and no other option: builds have no other rights and no other network here, so that --security and --network are refused.',
}

const noHeredoc: KnownProblem = {
  signs: [
    /^Error: .{0,200}Unknown instruction: ?"?[A-Z]{0,20}.{0,80}/,
    /^Error: .{0,200}unknown flag: /i,
  ],
  advice:
    'The Dockerfile has an instruction or an option that Buildah of this machine does not know, such as a text after <<EOF: write it the plain way.',
}

/** Problems of the builds of Dockerfiles. */
export const imageProblems: readonly KnownProblem[] = [
  noLogin,
  noBase,
  noRegistry,
  noSource,
  otherProcessor,
  noShell,
  otherFlag,
  noHeredoc,
]
