#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# The version, as all programs print it.
sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/StateRelease/Release.swift
