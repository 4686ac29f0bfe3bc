"""Makes calls with boto3, AWS's client for Python, as standard input says in JSON, and prints what came of each."""

import io
import json
import sys

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError

told = json.load(sys.stdin)
s3 = boto3.client(
    "s3",
    endpoint_url=told["url"],
    aws_access_key_id=told["keyId"],
    aws_secret_access_key=told["secret"],
    region_name="us-east-1",
    verify=told.get("authority"),
    config=Config(signature_version="s3v4", retries={"max_attempts": 2}),
)


def upload(Bucket, Key, Size):
    """In parts of 5 MB, as the client does with everything that is large."""
    part = 5 * 1024 * 1024
    config = TransferConfig(multipart_threshold=part, multipart_chunksize=part)
    s3.upload_fileobj(io.BytesIO(b"x" * Size), Bucket, Key, Config=config)


def call(name, arguments):
    if name == "upload":
        return upload(**arguments)
    if name == "presign":
        return s3.generate_presigned_url(arguments.pop("Call"), Params=arguments, ExpiresIn=600)
    answer = getattr(s3, name)(**arguments)
    if "Body" in answer:
        answer["Body"] = answer["Body"].read().decode()
    answer.pop("ResponseMetadata", None)
    return answer


def outcome(name, arguments):
    try:
        answer = call(name, arguments)
        # An answer to a list of deletions is a success, whatever came of them.
        if isinstance(answer, dict) and answer.get("Errors"):
            return {"error": answer["Errors"][0]["Code"]}
        return {"answer": answer}
    except ClientError as error:
        return {"error": error.response["Error"]["Code"]}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


print(json.dumps([outcome(*each) for each in told["calls"]], default=str))
