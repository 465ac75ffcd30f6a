"""Template of an import: a spreadsheet of students to fill in and upload (L5, L6)."""

from application.actor import Actor
from application.authorization import permits
from application.files.spreadsheets import FormattedSpreadsheet, SpreadsheetColumn, SpreadsheetWriter
from application.imports.imports import GUARD
from contracts.texts import translate

# the fields that every imported student needs
REQUIRED = ("lastName", "firstName", "birthDate")
HINTED = (*("birthDate", "gender", "phoneNumber"), *("personalId", "passport", "birthCertificate"))
MARK = " *"
# the columns in their order: the field, and the width in characters
WIDTHS = {
    "lastName": 20,
    "firstName": 18,
    "middleName": 20,
    "birthDate": 16,
    "gender": 12,
    "phoneNumber": 22,
    "personalId": 20,
    "passport": 16,
    "birthCertificate": 22,
}
# a person who does not exist; the gender is a word of the caller's language
EXAMPLE = {
    "lastName": "Karimova",
    "firstName": "Shahzoda",
    "middleName": "Anvar qizi",
    "birthDate": "31.01.2007",
    "phoneNumber": "+998 90 123-45-67",
    "personalId": "63101070010018",
    "passport": "AA 1234567",
    "birthCertificate": "I-TN 1234567",
}
NAME_COLUMNS = 2


@permits(GUARD, do="create")
async def import_template(*, actor: Actor, spreadsheet_writer: SpreadsheetWriter) -> bytes:
    """Returns an .xlsx to fill in with students and to upload.

    Its columns are mapped without a choice. Title, hint and example stand above the headers and are not imported.
    """
    return await spreadsheet_writer.render(template_spreadsheet(actor.language))


def template_spreadsheet(language: str) -> FormattedSpreadsheet:
    """Builds the empty template in a language."""
    title = translate("imports.template.title", language)
    example = EXAMPLE | {"gender": genders(language)[1]}
    return FormattedSpreadsheet(
        name=title,
        titles=(title, translate("imports.template.hint", language)),
        example=[example[field] for field in WIDTHS],
        columns=[_column(field, width, language) for field, width in WIDTHS.items()],
        rows=[],
        pinned_columns=NAME_COLUMNS,
        to_be_completed=True,
    )


def genders(language: str) -> tuple[str, str]:
    """The words for male and female that the import reads."""
    return translate("sync.value.gender.1", language), translate("sync.value.gender.2", language)


def _column(field: str, width: int, language: str) -> SpreadsheetColumn:
    header = translate(f"imports.template.field.{field}", language)
    return SpreadsheetColumn(
        header=header + MARK if field in REQUIRED else header,
        width=width,
        hint=translate(f"imports.template.hint.{field}", language) if field in HINTED else "",
        choices=genders(language) if field == "gender" else (),
    )
