#!/bin/sh
echo "job: $*"
