"""Jobs by state, and the retry of a failed one."""

from application.jobs import queries as look
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/jobs/all", look.list_jobs, operation_id="listJobs"),
    endpoint("GET", "/jobs/{job_id:int}", look.show_job, operation_id="showJob"),
    endpoint("POST", "/jobs/{job_id:int}/retry", look.run_again, operation_id="runJobAgain", status=200),
]
