"""Head words of papers in English and Russian; a phrase without one is no paper."""

import re

ENGLISH_HEAD = re.compile(
    r"\b(?:forms?|cop(?:y|ies)|certificates?|licen[cs]es?|agreements?|contracts?|ids?|identification"
    r"|identity|passports?|cards?"
    r"|receipts?|statements?|bills?|proofs?|evidence|letters?|deeds?|plans?|reports?|photographs?|photos?"
    r"|pictures?|permits?|notices?"
    r"|declarations?|invoices?|orders?|authori[sz]ations?|power of attorney|mandates?|consents?|records?"
    r"|registrations?|transcripts?"
    r"|diplomas?|drawings?|maps?|lists?|schedules?|inventor(?:y|ies)|wills?|affidavits?|probate|policy"
    r"|policies|warrants?|slips?|leases?"
    r"|assessments?|quotations?|estimates?|references?|resolutions?|minutes|badges?|vouchers?|payslips?"
    r"|applications?|survey|book|details|quotes?|tags?|tickets?|tokens?|documents?|papers?|extracts?"
    r"|certification|undertaking|testimony|confirmation)\b",
    re.IGNORECASE,
)
RUSSIAN_HEAD = re.compile(
    r"(?<!\w)(?:паспорт|копи|выписк|справк|договор|свидетельств|заявлени|документ|удостоверени|доверенност"
    r"|акт|план|квитанци|чек|фото"
    r"|полис|лицензи|разрешени|согласи|решени|протокол|устав|сч[её]т|снилс|инн|карт|приказ|диплом|расписк"
    r"|смет|свидетельств|сведени"
    r"|билет|ордер|анкет|заключени|схем|чертеж|проект|отч[её]т|ведомост|накладн|письм|книжк|аттестат"
    r"|характеристик|уведомлени|запис"
    r"|опись|описи|реестр|рецепт|медиц|трудов|талон|реквизит|сведени|билет|жетон|номерок|вид на жительств"
    r"|подтвержден|доказательств)\w*",
    re.IGNORECASE,
)
