import hashlib
import json
import uuid
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.db.models import Sum
from django.utils import timezone
from rest_framework import mixins, status, viewsets
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from .access import invoices, patients_and_clients
from .filters import PatientFilter
from .models import AuditEvent, Client, IdempotencyKey, Invoice, InvoicePayment, JournalLine, Ledger, Patient, PhoneNumber
from .serializers import InvoicePaymentSerializer, PatientSerializer, PhoneNumberSerializer

finalized = 3


class KeyReused(APIException):
    status_code = 422
    default_detail = "This Idempotency-Key was used for another request."


class OrganisationViewSet(viewsets.GenericViewSet):
    throttle_scope = None

    def get_queryset(self):
        return super().get_queryset().filter(organisation=self.kwargs["organisation"])

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "organisation": self.kwargs["organisation"]}


class PatientViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OrganisationViewSet):
    queryset = Patient.objects.select_related("species", "breed").order_by("id")
    serializer_class = PatientSerializer
    filterset_class = PatientFilter
    permission = patients_and_clients
    ordering_fields = ["id", "name", "modified"]

    def filter_queryset(self, queryset):
        return super().filter_queryset(queryset) if self.action == "list" else queryset


class IdempotentCreateViewSet(OrganisationViewSet):
    """Creates a record once for each Idempotency-Key, in one transaction with the stored response."""

    @transaction.atomic
    def create(self, request, organisation):
        key = request.headers.get("Idempotency-Key")
        digest = hashlib.sha256(f"POST {request.path}\n".encode() + request.body).hexdigest()
        if key is not None and (stored := self.stored_response(key, digest)) is not None:
            return stored
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        self.perform_create(serializer)
        body = JSONRenderer().render(serializer.data)
        if key is not None:
            IdempotencyKey.objects.create(
                organisation_id=organisation,
                user=request.user,
                key=key,
                request=digest,
                status=status.HTTP_201_CREATED,
                body=body.decode(),
            )
        return Response(serializer.data, status=status.HTTP_201_CREATED)

    def stored_response(self, key, digest):
        organisation, user = self.kwargs["organisation"], self.request.user
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_advisory_xact_lock(hashtextextended(%s, %s))", [f"{user.pk} {key}", organisation]
            )
        stored = IdempotencyKey.objects.filter(organisation=organisation, user=user, key=key).first()
        if stored is None:
            return None
        if stored.request != digest:
            raise KeyReused()
        return Response(json.loads(stored.body), status=stored.status)


class PhoneNumberViewSet(IdempotentCreateViewSet):
    queryset = PhoneNumber.objects.all()
    serializer_class = PhoneNumberSerializer
    permission = patients_and_clients

    def perform_create(self, serializer):
        organisation = self.kwargs["organisation"]
        number = serializer.save(organisation_id=organisation)
        Client.objects.filter(organisation=organisation, id=number.client_id).update(modified=timezone.now())
        self.audit(number)

    def audit(self, number):
        names = ["client_id", "phone_number", "e164", "type_code", "description"]
        AuditEvent.objects.create(
            organisation_id=number.organisation_id,
            resource="phonenumber",
            record=number.id,
            action="create",
            changes={name: {"from": None, "to": getattr(number, name)} for name in names},
            user=self.request.user,
            address=self.request.META["REMOTE_ADDR"],
        )


def invalid(field, message):
    raise ValidationError({field: [message]})


class InvoicePaymentViewSet(IdempotentCreateViewSet):
    queryset = InvoicePayment.objects.all()
    serializer_class = InvoicePaymentSerializer
    permission = invoices

    def perform_create(self, serializer):
        data = serializer.validated_data
        now = timezone.now()
        invoice = (
            Invoice.objects.select_for_update(of=("self",), no_key=True)
            .select_related("department__settings")
            .filter(organisation=self.kwargs["organisation"], id=data["invoice_id"])
            .first()
        )
        if invoice is None:
            invalid("invoice", "Invalid hyperlink - Object does not exist.")
        date_added = data.get("date_added", now)
        dated = self.validate_payment(invoice, data["paid"], date_added)
        payment = serializer.save(
            organisation_id=invoice.organisation_id, user=self.request.user, date_added=date_added, created=now, modified=now
        )
        self.write_journal(invoice, payment, dated, now)
        before = self.update_due_sum(invoice, dated, now)
        self.audit(invoice, payment, before)

    def validate_payment(self, invoice, paid, date_added):
        if invoice.status != finalized:
            invalid("invoice", "Only a finalized invoice can be paid.")
        if paid <= 0:
            invalid("paid", "Send a positive amount.")
        if paid > invoice.due_sum:
            invalid("paid", f"{invoice.due_sum} is owed on this invoice. Pay at most that.")
        settings = invoice.department.settings
        dated = date_added.astimezone(ZoneInfo(settings.time_zone)).date()
        if settings.financial_period_lock_date is not None and dated < settings.financial_period_lock_date:
            invalid("date_added", f"The books are locked before {settings.financial_period_lock_date}.")
        return dated

    def write_journal(self, invoice, payment, dated, now):
        line = {
            "organisation_id": invoice.organisation_id,
            "entry": uuid.uuid4(),
            "department_id": invoice.department_id,
            "dated": dated,
            "invoice": invoice,
            "invoicepayment": payment,
            "posted": now,
        }
        JournalLine.objects.bulk_create(
            [
                JournalLine(**line, side="money", payment_type=payment.payment_type, amount=payment.paid),
                JournalLine(**line, side="receivable", amount=-payment.paid),
            ]
        )

    def update_due_sum(self, invoice, dated, now):
        before = {"due_sum": invoice.due_sum, "client_due_sum": invoice.client_due_sum}
        paid = InvoicePayment.objects.filter(organisation=invoice.organisation_id, invoice=invoice).aggregate(Sum("paid"))
        invoice.due_sum = invoice.client_due_sum = invoice.total_with_vat - (paid["paid__sum"] or Decimal(0))
        invoice.date_paid = (invoice.date_paid or dated) if invoice.due_sum == 0 else None
        invoice.modified = now
        invoice.save(update_fields=["due_sum", "client_due_sum", "date_paid", "modified"])
        return before

    def audit(self, invoice, payment, before):
        """Each change has the next number of its organisation, and a hash over it and the hash before it."""
        names = ["invoice_id", "payment_type", "paid", "date_added", "info", "set_off", "user_id"]
        created = {name: {"from": None, "to": getattr(payment, name)} for name in names}
        changed = {name: {"from": was, "to": getattr(invoice, name)} for name, was in before.items()}
        ledger = Ledger.objects.select_for_update(no_key=True).get(organisation=invoice.organisation_id)
        number, last_hash = ledger.changes or 0, bytes(ledger.chain or b"")
        events = []
        for resource, record, action, changes in [
            ("invoicepayment", payment.id, "create", created),
            ("invoice", invoice.id, "change", changed),
        ]:
            number += 1
            content = json.dumps([number, resource, record, action, changes, self.request.user.pk], default=str)
            last_hash = hashlib.sha256(last_hash + content.encode()).digest()
            events.append(
                AuditEvent(
                    organisation_id=invoice.organisation_id,
                    sequence=number,
                    hash=last_hash,
                    resource=resource,
                    record=record,
                    action=action,
                    changes=json.loads(json.dumps(changes, default=str)),
                    user=self.request.user,
                    address=self.request.META["REMOTE_ADDR"],
                )
            )
        AuditEvent.objects.bulk_create(events)
        ledger.changes, ledger.chain = number, last_hash
        ledger.save(update_fields=["changes", "chain"])
