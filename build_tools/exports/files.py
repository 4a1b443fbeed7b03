"""The files that a site publishes about its sources, by their places in it."""

from __future__ import annotations

from build_tools.cards import schema
from build_tools.exports import attribution, bibtex, csl
from build_tools.exports.imprint import Imprint
from build_tools.model import Report

CSL, BIBTEX, ATTRIBUTION = "sources.csl.json", "sources.bib", "attribution.md"  # in each language's folder


def files(report: Report, imprint: Imprint) -> dict[str, str]:
    """Every file by its path in the site.

    Args:
        report: the course.
        imprint: what the course says of itself; its languages are those of the files.
    """
    found = {schema.NAME: schema.as_json(tuple(imprint.names))}
    for code in imprint.names:
        found[f"{code}/{CSL}"] = csl.text(report.sources, code)
        found[f"{code}/{BIBTEX}"] = bibtex.text(report.sources, code)
        found[f"{code}/{ATTRIBUTION}"] = attribution.text(report, imprint, code)
    return found
