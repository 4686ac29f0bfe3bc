from django.db import connection
from django.http import HttpResponse
from django.urls import path

from .models import Visit


def hello(request):
    Visit.objects.create()
    return HttpResponse(f"Visit {Visit.objects.count()} in {connection.vendor}\n")


urlpatterns = [path("", hello)]
