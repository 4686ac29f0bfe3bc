import type { KnownProblem } from '#engines/process/builds/known-problem.ts'

const noLogin: KnownProblem = {
  signs: [
    /^Error: .{0,300}(unauthorized: authentication required|invalid username\/password|requested access to the resource is denied)/,
  ],
  advice:
    'The registry wants a login, or has no such image: set CC_DOCKER_LOGIN_SERVER, CC_DOCKER_LOGIN_USERNAME and CC_DOCKER_LOGIN_PASSWORD, and check the name after FROM or --image.',
}

const noBase: KnownProblem = {
  signs: [
    /^Error: .{0,400}(manifest unknown|name unknown|repository name not known|MANIFEST_UNKNOWN)/,
  ],
  advice:
    'The registry has no such image: check name and tag after FROM or --image, and where the registry of docker.io is not meant, begin the name with its host.',
}

const noRegistry: KnownProblem = {
  signs: [
    /^Error: .{0,400}pinging container registry .{0,300}/,
    /^Error: .{0,400}dial tcp .{0,200}(no such host|i\/o timeout|connection refused|no route to host)/,
  ],
  advice:
    'The registry of the image does not answer from here: check its host after FROM or --image. The operator names mirrors and registries without TLS in the file of BERTH_REGISTRIES_FILE, and opens private networks by BERTH_EGRESS_ALLOWED.',
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

const noProcessor: KnownProblem = {
  signs: [
    /^Error: .{0,400}no image found in (manifest list|image index) for architecture/,
    /^Error: .{0,400}no image found in .{0,100} for the current platform/,
  ],
  advice:
    'The registry has the image for other processors only: build and push it for that of this machine, too (docker buildx build --platform), or take another base image.',
}

const noProgram: KnownProblem = {
  signs: [/^Error: building at STEP "RUN .{0,2000}: exit status 127$/],
  advice:
    'RUN names a program that the image does not have: the line above says which. Install it in a step before (apt-get install, apk add), or write its whole path.',
}

const noPackage: KnownProblem = {
  signs: [
    /^E: Unable to locate package /,
    /^E: Package '.{0,100}' has no installation candidate/,
    /^ERROR: unable to select packages:/,
  ],
  advice:
    'The package manager does not know that package: apt-get needs its lists in the same RUN (RUN apt-get update && apt-get install -y …), and names differ between distributions.',
}

const noNetwork: KnownProblem = {
  signs: [
    /^(W|E|Err:\d+): .{0,300}Temporary failure resolving/,
    /^WARNING: (fetching|Ignoring) https?:.{0,300}(temporary error|network error|DNS|could not)/i,
    /^curl: \((6|7|28)\) /,
    /^wget: (bad address|unable to resolve host address)/,
  ],
  advice:
    'A command of the build does not reach that host: builds reach the internet, but neither this machine nor private networks nor other applications. An operator opens a network by BERTH_EGRESS_ALLOWED, and what only needs a copy belongs into the repository.',
}

const noPrivileges: KnownProblem = {
  signs: [
    /\b(mount|umount|mknod|iptables|modprobe|sysctl|losetup|chroot|unshare)\b.{0,200}(Operation not permitted|Permission denied|must be superuser|you must be root)/i,
    /(Cannot connect to the Docker daemon|\/var\/run\/docker\.sock)/,
  ],
  advice:
    'A command of the build asks for rights over the machine (mounts, devices, the network, a Docker daemon), which no build has: leave it out, or do it before and commit its result.',
}

const noStage: KnownProblem = {
  signs: [/^Error: .{0,300}(no stage or image found|unable to find stage|no such stage)/i],
  advice:
    'COPY --from names a stage or an image that is not there: name a stage as in its FROM … AS <name>, above the COPY.',
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
  noProcessor,
  noShell,
  noProgram,
  noPackage,
  noNetwork,
  noPrivileges,
  noStage,
  otherFlag,
  noHeredoc,
]
