"""A build backend (PEP 517) with which pre-commit and pip install jsonlint, and the Python module beside it.

If the revision is a release, its binary is downloaded and its checksum is verified. Any other
revision is compiled, which needs Go. Nothing but Python's standard library is used.
"""

import base64
import glob
import hashlib
import http.client
import io
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
import zipfile

RELEASES = os.environ.get("JSONLINT_RELEASES", "https://github.com/assayjson/assay/releases")
VERSION = re.compile(r"v\d+\.\d+\.\d+(-rc\.\d+)?$")
SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "windows", "FreeBSD": "freebsd"}
MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
MODULE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python", "assay")
PROGRAM = "jsonlint.exe" if os.name == "nt" else "jsonlint"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel with the program and returns its name."""
    tag = release_tag()
    program = download(tag) if tag else None
    if program is None:
        program = compile_program()
    return write_wheel(wheel_directory, tag[1:].replace("-rc.", "rc") if tag else "0", program)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("there are no source distributions")


def git(*args):
    done = subprocess.run(["git", *args], stdout=subprocess.PIPE, universal_newlines=True)
    return done.stdout if done.returncode == 0 else ""


def release_tag():
    """Returns the tag of the release that is checked out, such as v1.2.3, or None.

    pre-commit fetches a revision without its tags, so the remote repository is asked for them.
    """
    for tag in git("tag", "--points-at", "HEAD").split():
        if VERSION.match(tag):
            return tag
    head = git("rev-parse", "HEAD").strip()
    for line in git("ls-remote", "--tags", "origin").splitlines():
        commit, ref = line.split("\t")
        tag = ref[len("refs/tags/"):]
        if tag.endswith("^{}"):  # the commit of an annotated tag
            tag = tag[:-3]
        if commit == head and VERSION.match(tag):
            return tag
    return None


def fetch(url):
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.read()


def download(tag):
    """Returns the program of a release, or None if it cannot be downloaded."""
    system, machine = SYSTEMS.get(platform.system()), MACHINES.get(platform.machine().lower())
    if not system or not machine:
        return None
    extension = "zip" if system == "windows" else "tar.gz"
    name = "assay-jsonlint_{}_{}_{}.{}".format(tag[1:], system, machine, extension)
    try:
        checksums = fetch("{}/download/{}/checksums.txt".format(RELEASES, tag)).decode()
        archive = fetch("{}/download/{}/{}".format(RELEASES, tag, name))
    except (OSError, http.client.HTTPException) as error:  # the latter if only a part arrives
        print("{} cannot be downloaded: {}".format(name, error))
        return None
    if "{}  {}".format(hashlib.sha256(archive).hexdigest(), name) not in checksums.splitlines():
        raise RuntimeError("the checksum of {} is wrong".format(name))
    if extension == "zip":
        return zipfile.ZipFile(io.BytesIO(archive)).read(PROGRAM)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        return files.extractfile(PROGRAM).read()


def compile_program():
    if not shutil.which("go"):
        raise RuntimeError("there is no binary of this revision, and Go is not installed to compile it: use the tag of a release as rev")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, PROGRAM)
        environment = dict(os.environ, CGO_ENABLED="0")
        subprocess.run(["go", "build", "-trimpath", "-o", path, "./cmd/jsonlint"], env=environment, check=True)
        with open(path, "rb") as program:
            return program.read()


def write_wheel(folder, version, program):
    """Writes a wheel. It never leaves this machine, so its tags say nothing about the platform."""
    prefix = "assay_jsonlint-" + version
    info = prefix + ".dist-info/"
    files = {
        prefix + ".data/scripts/" + PROGRAM: program,
        info + "METADATA": "Metadata-Version: 2.1\nName: assay-jsonlint\nVersion: {}\n".format(version).encode(),
        info + "entry_points.txt": b"[console_scripts]\nassay = assay._program:main\n",
        info + "WHEEL": b"Wheel-Version: 1.0\nGenerator: jsonlint_wheel\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }
    record = ""
    for path in sorted(glob.glob(os.path.join(MODULE, "*.py")) + [os.path.join(MODULE, "py.typed")]):
        with open(path, "rb") as file:
            files["assay/" + os.path.basename(path)] = file.read()
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += "{},sha256={},{}\n".format(path, digest, len(data))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    name = prefix + "-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if path.endswith(PROGRAM) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name
