import hashlib
import json

from django.db import connection, transaction
from django.utils import timezone
from rest_framework import mixins, status, viewsets
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from .filters import PatientFilter
from .models import AuditEvent, Client, IdempotencyKey, Patient, PhoneNumber
from .serializers import PatientSerializer, PhoneNumberSerializer


class Reused(APIException):
    status_code = 422
    default_detail = "This Idempotency-Key was used for another request."


class OfOrganisation(viewsets.GenericViewSet):
    throttle_scope = None

    def get_queryset(self):
        return super().get_queryset().filter(organisation=self.kwargs["organisation"])

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "organisation": self.kwargs["organisation"]}


class PatientViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, OfOrganisation):
    queryset = Patient.objects.select_related("species", "breed").order_by("id")
    serializer_class = PatientSerializer
    filterset_class = PatientFilter
    ordering_fields = ["id", "name", "modified"]

    def filter_queryset(self, queryset):
        return super().filter_queryset(queryset) if self.action == "list" else queryset


class PhoneNumberViewSet(OfOrganisation):
    queryset = PhoneNumber.objects.all()
    serializer_class = PhoneNumberSerializer

    @transaction.atomic
    def create(self, request, organisation):
        key = request.headers.get("Idempotency-Key")
        digest = hashlib.sha256(f"POST {request.path}\n".encode() + request.body).hexdigest()
        if key is not None and (before := self.answer_before(key, digest)) is not None:
            return before
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        number = serializer.save(organisation_id=organisation)
        Client.objects.filter(organisation=organisation, id=number.client_id).update(modified=timezone.now())
        self.audit(number)
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

    def answer_before(self, key, digest):
        organisation, user = self.kwargs["organisation"], self.request.user
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_advisory_xact_lock(hashtextextended(%s, %s))", [f"{user.pk} {key}", organisation]
            )
        kept = IdempotencyKey.objects.filter(organisation=organisation, user=user, key=key).first()
        if kept is None:
            return None
        if kept.request != digest:
            raise Reused()
        return Response(json.loads(kept.body), status=kept.status)

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
