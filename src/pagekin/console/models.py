"""The tables of the console: long work, who changed what, links that work once, and reports."""

from __future__ import annotations

import enum

from django.conf import settings
from django.db import models

from pagekin.console.setup import set_up
from pagekin.store.states import choices

set_up()  # before the first model; loading them by way of Django does nothing here


class JobState(enum.StrEnum):
    """What has become of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"  # by a person; what was found until then is kept
    FAILED = "failed"  # the notice says why


OPEN_STATES = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """Work that takes too long for a request: a row that a worker takes, carries out and writes down."""

    kind = models.TextField()
    about = models.TextField(default="")  # the crawler's name
    request = models.JSONField(default=dict)
    state = models.TextField(choices=choices(JobState), default=JobState.WAITING)
    step = models.TextField(default="")  # what is being done, in words
    counts = models.JSONField(default=dict)
    notices = models.JSONField(default=list)
    result = models.JSONField(default=dict)
    who = models.TextField(default="")
    made_at = models.FloatField()
    began_at = models.FloatField(null=True)
    ended_at = models.FloatField(null=True)
    stop = models.BooleanField(default=False)  # somebody wants an end
    worker = models.TextField(default="")
    until = models.FloatField(default=0)  # before, no other worker may take it
    tries = models.IntegerField(default=0)
    place = models.TextField(default="")  # the data directory of the console that it was entered in
    only_public = models.BooleanField(default=False)  # asked for by people of other machines

    class Meta:
        db_table = "console_job"
        indexes = (
            models.Index(fields=("state", "id"), name="console_job_state"),
            models.Index(fields=("about", "id"), name="console_job_about"),
        )

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in OPEN_STATES


class FileWay(enum.StrEnum):
    """Which way a file goes."""

    SENT = "sent"  # from the console to whoever takes the job
    MADE = "made"  # back


class JobFile(models.Model):
    """A part of a file that goes with a job from one data directory to another."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="files")
    way = models.TextField(choices=choices(FileWay))
    path = models.TextField()  # in the data directory of the worker
    home = models.TextField(default="")  # where the console has it, if not at the same path
    number = models.IntegerField(default=0)  # of the part
    content = models.BinaryField()

    class Meta:
        db_table = "console_job_file"


class Audit(models.Model):
    """Something that a person changed by way of the console."""

    at = models.FloatField(db_index=True)
    who = models.TextField()
    what = models.TextField()
    about = models.TextField(default="")

    class Meta:
        db_table = "console_audit"


class Invitation(models.Model):
    """A link that works once, to choose a password; only its digest is kept.

    Without a name it is for the first administrator, who chooses that, too.
    """

    digest = models.TextField(unique=True)
    name = models.TextField(default="")
    administrator = models.BooleanField(default=False)
    until = models.FloatField()

    class Meta:
        db_table = "console_invitation"


class ApiToken(models.Model):
    """What a program proves by that it acts for a person; only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.TextField()  # what it is for
    digest = models.TextField(unique=True)
    made_at = models.FloatField()
    used_at = models.FloatField(null=True)

    class Meta:
        db_table = "console_api_token"


class Report(models.Model):
    """What somebody wants to read of each crawl of a site: the answers to some questions, or all that is usual."""

    who = models.TextField(db_index=True)
    title = models.TextField()
    site = models.TextField(default="")  # its name; "": the site that was crawled last
    questions = models.JSONField(default=list)  # numbers of saved ones, names of fixed ones
    shared = models.BooleanField(default=False)
    feed = models.TextField()  # a part of the address of its feed: another one makes that invalid
    made_at = models.FloatField()

    class Meta:
        db_table = "console_report"
