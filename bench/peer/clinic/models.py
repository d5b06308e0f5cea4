from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone


class Organisation(models.Model):
    name = models.TextField()
    country = models.TextField()
    currency = models.TextField()
    time_zone = models.TextField()

    class Meta:
        db_table = "organisation"


def organisation_key():
    return models.ForeignKey(Organisation, models.CASCADE, db_column="organisation", db_index=False, related_name="+")


class Account(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account")
    organisation = organisation_key()
    read = ArrayField(models.TextField(), default=list)
    write = ArrayField(models.TextField(), default=list)

    class Meta:
        db_table = "account"


class Species(models.Model):
    code = models.TextField()
    name = models.TextField()

    class Meta:
        db_table = "species"


class Breed(models.Model):
    species = models.ForeignKey(Species, models.CASCADE, db_column="species")
    code = models.TextField()
    name = models.TextField()

    class Meta:
        db_table = "breed"


class Department(models.Model):
    organisation = organisation_key()
    name = models.TextField()

    class Meta:
        db_table = "department"


class Client(models.Model):
    organisation = organisation_key()
    firstname = models.TextField(blank=True, default="")
    lastname = models.TextField(blank=True, default="")
    email = models.TextField(blank=True, default="")
    country = models.TextField(blank=True, default="")
    street_address = models.TextField(blank=True, default="")
    zip_code = models.TextField(blank=True, default="")
    city = models.TextField(blank=True, default="")
    created = models.DateTimeField(default=timezone.now)
    modified = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "client"
        indexes = [
            models.Index(fields=["organisation", "modified", "id"]),
            models.Index(fields=["organisation", "email"]),
        ]


class Patient(models.Model):
    organisation = organisation_key()
    client = models.ForeignKey(Client, models.CASCADE, db_column="client", db_index=False)
    name = models.TextField()
    official_name = models.TextField(blank=True, default="")
    species = models.ForeignKey(Species, models.PROTECT, db_column="species", db_index=False)
    breed = models.ForeignKey(Breed, models.PROTECT, db_column="breed", null=True, db_index=False)
    gender = models.TextField(default="Unknown")
    color = models.TextField(blank=True, default="")
    weight = models.DecimalField(max_digits=9, decimal_places=3, null=True)
    date_of_birth = models.DateField(null=True)
    deceased = models.DateField(null=True)
    reason_of_death = models.TextField(blank=True, default="")
    microchip = models.TextField(null=True)
    microchip_date = models.DateField(null=True)
    date_of_registration = models.DateField(null=True)
    insurance = models.TextField(blank=True, default="")
    insurance_company = models.TextField(blank=True, default="")
    passport_number = models.TextField(blank=True, default="")
    register_number = models.TextField(blank=True, default="")
    herd_size = models.IntegerField(null=True)
    not_for_food = models.BooleanField(default=False)
    blood_group = models.TextField(blank=True, default="")
    remarks = models.TextField(blank=True, default="")
    critical_notes = models.TextField(blank=True, default="")
    home_department = models.ForeignKey(
        Department, models.SET_NULL, db_column="home_department", null=True, db_index=False
    )
    tags_rel = ArrayField(models.TextField(), default=list)
    archived = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)
    modified = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "patient"
        indexes = [
            models.Index(fields=["organisation", "client"]),
            models.Index(fields=["organisation", "home_department"]),
            models.Index(fields=["organisation", "microchip"]),
            models.Index(fields=["organisation", "modified", "id"]),
            models.Index(fields=["organisation", "species"]),
        ]


class PhoneNumber(models.Model):
    organisation = organisation_key()
    client = models.ForeignKey(Client, models.CASCADE, db_column="client", db_index=False)
    phone_number = models.TextField()
    e164 = models.TextField()
    type_code = models.IntegerField(choices=[(0, "Landline"), (1, "Mobile")])
    description = models.TextField(blank=True, default="")
    created = models.DateTimeField(default=timezone.now)
    modified = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "phonenumber"
        indexes = [
            models.Index(fields=["organisation", "client"]),
            models.Index(fields=["organisation", "modified", "id"]),
        ]


class Ledger(models.Model):
    """How many changes an organisation has had, and the hash of the last."""

    organisation = models.OneToOneField(Organisation, models.CASCADE, db_column="organisation", primary_key=True)
    changes = models.BigIntegerField(null=True)
    chain = models.BinaryField(null=True)

    class Meta:
        db_table = "ledger"


class DepartmentSettings(models.Model):
    organisation = organisation_key()
    department = models.OneToOneField(Department, models.CASCADE, db_column="id", primary_key=True, related_name="settings")
    time_zone = models.TextField()
    financial_period_lock_date = models.DateField(null=True)

    class Meta:
        db_table = "department_settings"


class Invoice(models.Model):
    organisation = organisation_key()
    status = models.IntegerField()
    credit_note = models.BooleanField(null=True)
    invoice_number = models.BigIntegerField(null=True)
    finalized = models.DateTimeField(null=True)
    invoice_date = models.DateField()
    invoice_due_date = models.DateField()
    date_paid = models.DateField(null=True)
    client = models.ForeignKey(Client, models.PROTECT, db_column="client", null=True, db_index=False)
    department = models.ForeignKey(Department, models.PROTECT, db_column="department", db_index=False)
    currency = models.TextField()
    payer_name = models.TextField()
    letterhead = models.JSONField(null=True)
    total = models.DecimalField(max_digits=14, decimal_places=2)
    total_vat = models.DecimalField(max_digits=14, decimal_places=2)
    total_with_vat = models.DecimalField(max_digits=14, decimal_places=2)
    due_sum = models.DecimalField(max_digits=14, decimal_places=2)
    client_due_sum = models.DecimalField(max_digits=14, decimal_places=2)
    created = models.DateTimeField(default=timezone.now)
    modified = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "invoice"
        indexes = [
            models.Index(fields=["organisation", "client"]),
            models.Index(fields=["organisation", "department", "invoice_date"]),
            models.Index(fields=["organisation", "invoice_date"]),
            models.Index(fields=["organisation", "date_paid"]),
            models.Index(fields=["organisation", "status"]),
            models.Index(fields=["organisation", "modified", "id"]),
        ]
        constraints = [models.UniqueConstraint(fields=["organisation", "invoice_number"], name="unique_invoice_number")]


class InvoicePayment(models.Model):
    organisation = organisation_key()
    invoice = models.ForeignKey(Invoice, models.PROTECT, db_column="invoice", db_index=False)
    payment_type = models.IntegerField()
    paid = models.DecimalField(max_digits=14, decimal_places=2)
    date_added = models.DateTimeField()
    info = models.TextField(blank=True, default="")
    cancels = models.ForeignKey("self", models.PROTECT, db_column="cancels", null=True, db_index=False)
    set_off = models.BooleanField(default=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_column="user", db_index=False)
    created = models.DateTimeField(default=timezone.now)
    modified = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "invoicepayment"
        indexes = [
            models.Index(fields=["organisation", "invoice", "id"]),
            models.Index(fields=["organisation", "user"]),
            models.Index(fields=["organisation", "modified", "id"]),
        ]


class JournalLine(models.Model):
    organisation = organisation_key()
    entry = models.UUIDField()
    department = models.ForeignKey(Department, models.PROTECT, db_column="department", db_index=False)
    dated = models.DateField()
    side = models.TextField()
    payment_type = models.IntegerField(null=True)
    amount = models.DecimalField(max_digits=14, decimal_places=2)
    invoice = models.ForeignKey(Invoice, models.PROTECT, db_column="invoice", db_index=False)
    invoicepayment = models.ForeignKey(InvoicePayment, models.PROTECT, db_column="invoicepayment", db_index=False)
    posted = models.DateTimeField()

    class Meta:
        db_table = "journal_line"
        indexes = [
            models.Index(fields=["organisation", "department"]),
            models.Index(fields=["organisation", "entry"]),
            models.Index(fields=["organisation", "invoice"]),
            models.Index(fields=["organisation", "invoicepayment"]),
        ]


class AuditEvent(models.Model):
    organisation = organisation_key()
    sequence = models.BigIntegerField(null=True)
    hash = models.BinaryField(null=True)
    resource = models.TextField()
    record = models.BigIntegerField()
    action = models.TextField()
    changes = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, db_index=False)
    address = models.TextField()
    occurred = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "auditevent"
        indexes = [
            models.Index(fields=["organisation", "occurred"]),
            models.Index(fields=["organisation", "resource", "record", "id"]),
            models.Index(fields=["organisation", "user", "id"]),
        ]


class IdempotencyKey(models.Model):
    organisation = organisation_key()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False)
    key = models.TextField()
    request = models.TextField()
    status = models.IntegerField()
    body = models.TextField()
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        db_table = "idempotency_key"
        constraints = [models.UniqueConstraint(fields=["organisation", "user", "key"], name="unique_idempotency_key")]
