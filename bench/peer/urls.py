from django.urls import path

from clinic.views import InvoicePaymentViewSet, PatientViewSet, PhoneNumberViewSet

base = "<int:organisation>/api/0.1/"

urlpatterns = [
    path(f"{base}patient/", PatientViewSet.as_view({"get": "list"}, throttle_scope="patient.list")),
    path(f"{base}patient/<int:pk>/", PatientViewSet.as_view({"get": "retrieve"}, throttle_scope="patient.retrieve")),
    path(f"{base}phonenumber/", PhoneNumberViewSet.as_view({"post": "create"}, throttle_scope="phonenumber.create")),
    path(
        f"{base}invoicepayment/",
        InvoicePaymentViewSet.as_view({"post": "create"}, throttle_scope="invoicepayment.create"),
    ),
]
