"""The dependency container: the adapter of each port, one container per process."""

from asyncio import Semaphore
from functools import partial
from zoneinfo import ZoneInfo

from dependency_injector import containers, providers

from adapters.broker.live_feed import JetStreamLiveFeed
from adapters.clock import SystemClock
from adapters.files.local import LocalFileStore
from adapters.files.pictures import SandboxedPictureEncoder
from adapters.files.spreadsheet_reader import SandboxedSpreadsheetReader
from adapters.files.spreadsheet_writer import XlsxSpreadsheetWriter
from adapters.postgres.access.preferences import PostgresPreferences
from adapters.postgres.access.roles import PostgresRoleViews
from adapters.postgres.access.sessions import PostgresAccessViews
from adapters.postgres.access.student_accounts import PostgresStudentAccounts
from adapters.postgres.access.users import PostgresStaffViews
from adapters.postgres.attendance.absences_in_a_row import PostgresAbsenceRows
from adapters.postgres.attendance.absent_students import PostgresAbsenceStore
from adapters.postgres.attendance.group_attendance import PostgresAttendanceViews
from adapters.postgres.attendance.journal import PostgresJournals
from adapters.postgres.attendance.late_submissions import PostgresLateSubmissionStore
from adapters.postgres.attendance.lessons import PostgresLessonStore
from adapters.postgres.attendance.pushes import PostgresAttendancePushStore
from adapters.postgres.attendance.staff_attendance import PostgresStaffLessons
from adapters.postgres.attendance.student_lessons import PostgresStudentLessons
from adapters.postgres.audit.log import PostgresAuditLog
from adapters.postgres.audit.recent_records import PostgresAudits
from adapters.postgres.branches.branches import PostgresBranchViews
from adapters.postgres.core import pool_sizes
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.pool import RawPool, ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.courses.course_store import PostgresCourseStore
from adapters.postgres.courses.course_views import PostgresCourseViews
from adapters.postgres.doors.entries import PostgresDoorEntryStore
from adapters.postgres.exams.exam_store import PostgresExamStore
from adapters.postgres.exams.exam_views import PostgresExamViews
from adapters.postgres.exams.participants import PostgresExamParticipants
from adapters.postgres.exams.student_exams import PostgresStudentExams
from adapters.postgres.exports.computed_exports import ComputedExports
from adapters.postgres.exports.list_reader import PostgresExportedLists
from adapters.postgres.fast_path.attendance_sheets import PostgresAttendanceSheetStore
from adapters.postgres.fast_path.batching import LOCK_TIMEOUTS
from adapters.postgres.fast_path.idempotency import IdempotencyStore
from adapters.postgres.fast_path.raw_unit_of_work import RawUnitOfWork
from adapters.postgres.fast_path.sign_in_store import PostgresSignInStore
from adapters.postgres.files.file_rows import PostgresFileRows
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.gamification.awards import PostgresAwardViews
from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.lesson_marks import PostgresLessonMarks
from adapters.postgres.gamification.recomputations import PostgresRecomputations
from adapters.postgres.gamification.rules import PostgresRuleStore
from adapters.postgres.gamification.school_records import PostgresSchoolRecords
from adapters.postgres.groups.enrolments import PostgresEnrolmentViews
from adapters.postgres.groups.groups import PostgresGroupViews
from adapters.postgres.groups.student_view import PostgresStudentGroups
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.homework_store import PostgresHomeworkStore
from adapters.postgres.homework.homework_views import PostgresHomeworkViews
from adapters.postgres.homework.statistics.counter_store import PostgresCounterStore
from adapters.postgres.homework.statistics.groups import PostgresHomeworkStatistics, PostgresReminderStore
from adapters.postgres.homework.statistics.teachers import PostgresTeachersHomework
from adapters.postgres.homework.student_work import PostgresAttemptStore, PostgresStudentHomework
from adapters.postgres.homework.submissions import PostgresSubmissionStore, PostgresSubmissionViews
from adapters.postgres.homework_database.draft_store import PostgresDraftStore, PostgresTopicLessonStore
from adapters.postgres.homework_database.generation import PostgresHomeworkSource
from adapters.postgres.homework_database.lists import PostgresDatabaseLists
from adapters.postgres.homework_database.store import PostgresDatabaseStore
from adapters.postgres.homework_database.views import PostgresDatabaseViews
from adapters.postgres.imports.import_rows import PostgresImportRows
from adapters.postgres.imports.imported_students import PostgresImportedStudents
from adapters.postgres.imports.load_store import PostgresLoadStore
from adapters.postgres.insight.today import PostgresTodayViews
from adapters.postgres.jobs.housekeeping import Housekeeping
from adapters.postgres.jobs.jobs import PostgresJobs
from adapters.postgres.listing.options import PostgresOptions
from adapters.postgres.live import PostgresGroupScopes
from adapters.postgres.messaging.messages import PostgresSms
from adapters.postgres.people.academics import PostgresAcademicViews
from adapters.postgres.people.authors import PostgresAuthorViews
from adapters.postgres.people.bulk_operations import PostgresBulk
from adapters.postgres.people.duplicates import PostgresDuplicateFinder
from adapters.postgres.people.identity_document_reads import PostgresRevealLog
from adapters.postgres.people.logins import PostgresLogins
from adapters.postgres.people.personal_data import PostgresPersonalDataReader
from adapters.postgres.people.retention import PostgresRetentionCandidates
from adapters.postgres.people.students import PostgresStudentViews
from adapters.postgres.settings import PostgresLiveMode
from adapters.postgres.sync.runs import PostgresSyncViews
from adapters.postgres.sync.sync_store import PostgresSyncStore
from adapters.postgres.videos.transfers import PostgresTransfers
from adapters.postgres.videos.video_store import PostgresVideoStore, PostgresWebhookStore
from adapters.postgres.videos.video_views import PostgresStudentVideos, PostgresVideoViews
from adapters.security.browser_cookies import EncryptedBrowserCookies
from adapters.security.cipher import AesCipher
from adapters.security.links import SignedLinks
from adapters.security.passwords import ArgonPasswords, fair_share, sign_in_slots
from adapters.security.tokens import SignedStudentTokens, SignedTokens
from adapters.security.video_links import SignedPlayLinks, SignedUploadLinks
from adapters.video_host.built_in.host import BuiltInHost
from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.processing.converter import FfmpegVideoConverter
from adapters.video_host.built_in.storage import UploadStorage
from adapters.video_host.built_in.streams import VideoStreams
from application.access.ports import (
    AccessViews,
    ActorLookup,
    BrowserCookies,
    PreferenceStore,
    RoleViews,
    SignInStore,
    StaffViews,
    UnfinishedUploads,
)
from application.access.students.ports import StudentAccounts
from application.attendance.ports.absences import AbsenceRows, AbsenceStore
from application.attendance.ports.journal import JournalViews
from application.attendance.ports.late_submissions import LateSubmissionStore
from application.attendance.ports.pushes import AttendancePushStore, PushViews, SchoolAttendance
from application.attendance.ports.sheets import AttendanceSheetStore, AttendanceViews, LessonStore
from application.attendance.ports.staff_attendance import StaffLessons
from application.attendance.ports.student_lessons import StudentLessons
from application.audit.ports import AuditRecords, AuditViews
from application.branches.ports import BranchViews
from application.courses.ports import CourseStore, CourseViews
from application.doors.ports import DevicesToken, DoorEntryStore
from application.exams.ports import ExamParticipants, ExamStore, ExamViews
from application.exams.student_ports import StudentExams
from application.exports.exports import ExportPorts
from application.exports.ports import ExportedLists
from application.files.cleanup import FileRows
from application.files.ports import FileLinks, FileStore, PictureEncoder
from application.files.spreadsheets import SpreadsheetWriter
from application.gamification.ports import AwardViews, Ledger, LessonMarks, RecomputationStore, RuleStore, SchoolRecords
from application.groups.ports import EnrolmentViews, StudentGroups
from application.groups.views import GroupViews
from application.homework.giving.ports import HomeworkSource, HomeworkStore, HomeworkViews
from application.homework.ports import SubmissionStore, SubmissionViews
from application.homework.statistics.ports import (
    CounterStore,
    HomeworkStatistics,
    ReminderStore,
    TeachersHomework,
)
from application.homework.student.ports import AttemptStore, StudentHomework
from application.homework_database.ports import (
    DatabaseLists,
    DatabaseStore,
    DatabaseViews,
    DraftStore,
    TopicLessonStore,
)
from application.imports.load.ports import LoadStore
from application.imports.ports import ImportedStudents, ImportRows, SpreadsheetReader
from application.insight.today import TodayViews
from application.jobs.ports import JobViews, OwnJobs
from application.live.hub import LiveHub
from application.messaging.ports import SmsQueue, SmsSenders, SmsViews
from application.people.academics.ports import AcademicViews, AuthorViews
from application.people.bulk.ports import BulkViews, LoginRegistry, StudentMatcher
from application.people.ports import DuplicateFinder, Options, StudentViews
from application.people.privacy.identity_document_export import RevealLog
from application.people.privacy.personal_data_export import PersonalDataReader
from application.people.privacy.retention import RetentionCandidates
from application.ports import (
    Clock,
    IntegrationCipher,
    OutwardGate,
    PaperCipher,
    PasswordHasher,
    SmsCipher,
    StudentTokens,
    Tokens,
    Transaction,
    UnitOfWork,
)
from application.settings.connection_test import IntegrationConnections
from application.settings.ports import LiveMode
from application.sync.ports import SchoolRegister, SyncStore, SyncViews
from application.videos.built_in.bytes_ports import StreamBytes, UploadBytes
from application.videos.built_in.links import PlayLinks, UploadLinks
from application.videos.built_in.streaming import PlayPorts
from application.videos.built_in.transfers import TransferPorts, Transfers
from application.videos.built_in.turns import Turns
from application.videos.deletion import UploadsOfSession
from application.videos.ports import StudentVideos, VideoHosts, VideoStore, VideoViews, WebhookStore
from application.videos.processing import VideoConverter
from domain.homework.hand_in_limits import HandInLimits
from domain.videos.limits import UploadLimits
from entrypoints.binding import Opens, Serves
from entrypoints.http.rate_limiter import PublicRateLimiter, StudentRateLimiter
from entrypoints.installation import identify, is_restored
from entrypoints.integrations import IntegrationRegistry
from entrypoints.request_id import some_request_id
from entrypoints.settings import Settings
from entrypoints.video_hosts import VideoHostRegistry

VERSION = "0.1.0"
# These few statements are the same for all callers and find a handful of rows by key. They are planned once per
# connection, and with indexes even in an empty database, where a sequential scan is cheaper: that plan would stay
# (the server's default page cost assumes a spinning disk).
PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan", "random_page_cost": "1.1", "enable_seqscan": "off"}
# A caller waits ten seconds for a response (``deadline``): a longer statement would run for nobody.
OF_A_CALL = {"statement_timeout": "9s"}


class Container(containers.DeclarativeContainer):
    """The objects of a process, created at first use."""

    settings = providers.Dependency(instance_of=Settings)
    devices_token: Serves[DevicesToken] = providers.Callable(DevicesToken, settings.provided.devices_token)

    clock: Serves[Clock] = providers.Singleton(SystemClock)
    engine = providers.Singleton(create_engine, settings.provided.database_url, settings.provided.time_zone)
    read_pool = providers.Singleton(ReadPool, settings.provided.database_url, settings.provided.time_zone)
    audit_cipher = providers.Singleton(AesCipher, settings.provided.secret_key, "audit-keys")
    uow = providers.Factory(PostgresUnitOfWork, engine, clock, audit_cipher)
    units_of_work: Serves[UnitOfWork] = uow

    zone: Serves[ZoneInfo] = providers.Singleton(ZoneInfo, settings.provided.time_zone)
    hashing_threads = providers.Callable(fair_share, settings.provided.api_processes)
    passwords: Serves[PasswordHasher] = providers.Singleton(ArgonPasswords, hashing_threads)
    # at most so many sign-ins run at once; further ones wait without slowing other calls (ASVS-20)
    sign_in_slots = providers.Callable(sign_in_slots, settings.provided.api_processes)
    sign_in_semaphore: Serves[Semaphore] = providers.Singleton(Semaphore, sign_in_slots)
    tokens: Serves[Tokens] = providers.Singleton(SignedTokens, settings.provided.secret_key)
    student_tokens: Serves[StudentTokens] = providers.Singleton(SignedStudentTokens, settings.provided.secret_key)
    student_rate_limiter: Serves[StudentRateLimiter] = providers.Singleton(StudentRateLimiter)
    public_rate_limiter: Serves[PublicRateLimiter] = providers.Singleton(PublicRateLimiter)
    browser_cookies: Serves[BrowserCookies] = providers.Singleton(EncryptedBrowserCookies, settings.provided.secret_key)
    write_pool = providers.Singleton(
        RawPool,
        settings.provided.database_url,
        size=pool_sizes.WRITE,
        application_name="markaz-plain",
        **PLANNED_ONCE | OF_A_CALL,
    )
    # for batches: a caller who waits alone for a row lock occupies none of these connections
    batch_pool = providers.Singleton(
        RawPool,
        settings.provided.database_url,
        size=pool_sizes.BATCH,
        application_name="markaz-shared",
        **PLANNED_ONCE | LOCK_TIMEOUTS,
    )
    prepared_read_pool = providers.Singleton(
        ReadPool,
        settings.provided.database_url,
        settings.provided.time_zone,
        size=pool_sizes.PREPARED_READ,
        **PLANNED_ONCE,
    )
    idempotency_store = providers.Singleton(IdempotencyStore, prepared_read_pool, batch_pool)
    transaction: Serves[Transaction] = providers.Factory(RawUnitOfWork, write_pool, idempotency_store, clock)
    sign_in_store: Serves[SignInStore] = providers.Singleton(PostgresSignInStore, read_pool, write_pool, clock)
    paper_cipher: Serves[PaperCipher] = providers.Singleton(AesCipher, settings.provided.secret_key, "papers")

    files: Serves[FileStore] = providers.Singleton(LocalFileStore, settings.provided.files)
    file_rows: Serves[FileRows] = providers.Singleton(PostgresFileRows, engine)
    links: Serves[FileLinks] = providers.Singleton(SignedLinks, settings.provided.secret_key)
    pictures = providers.Singleton(SandboxedPictureEncoder)
    picture_maker: Serves[PictureEncoder] = pictures
    spreadsheet_writer: Serves[SpreadsheetWriter] = providers.Singleton(
        XlsxSpreadsheetWriter, settings.provided.scratch
    )
    spreadsheet_reader = providers.Singleton(SandboxedSpreadsheetReader)
    sandboxed_reader: Serves[SpreadsheetReader] = spreadsheet_reader
    cell_cipher = providers.Singleton(AesCipher, settings.provided.secret_key, "imports")
    import_rows: Serves[ImportRows] = providers.Singleton(PostgresImportRows, cell_cipher, paper_cipher)
    imported_students: Serves[ImportedStudents] = providers.Singleton(PostgresImportedStudents)
    personal_data_reader: Serves[PersonalDataReader] = providers.Singleton(
        PostgresPersonalDataReader, read_pool, files, paper_cipher, cell_cipher
    )

    integration_cipher: Serves[IntegrationCipher] = providers.Singleton(
        AesCipher, settings.provided.secret_key, "integrations"
    )
    live = providers.Singleton(
        PostgresLiveMode,
        read_pool,
        engine,
        providers.Callable(partial, identify, settings.provided.home),
        providers.Callable(partial, is_restored, settings.provided.home),
    )
    live_mode: Serves[LiveMode] = live
    outward_gate: Serves[OutwardGate] = live
    integrations: Serves[IntegrationRegistry] = providers.Singleton(
        IntegrationRegistry, settings, uow.provider, integration_cipher, providers.Object(some_request_id), live
    )
    connections: Serves[IntegrationConnections] = integrations
    school: Opens[SchoolRegister] = providers.Callable(IntegrationRegistry.register, integrations)
    sms_senders: Serves[SmsSenders] = integrations
    attendance_schools: Serves[SchoolAttendance] = integrations
    sms_cipher: Serves[SmsCipher] = providers.Singleton(AesCipher, settings.provided.secret_key, "sms")
    sms = providers.Singleton(PostgresSms, read_pool)
    sms_views: Serves[SmsViews] = sms
    sms_queue: Serves[SmsQueue] = sms
    sync_store: Opens[SyncStore] = providers.Factory(PostgresSyncStore, settings.provided.database_url, paper_cipher)
    runs: Serves[SyncViews] = providers.Singleton(PostgresSyncViews, read_pool)

    audits = providers.Singleton(PostgresAudits, read_pool, audit_cipher)
    audit_log = providers.Singleton(PostgresAuditLog, read_pool, audit_cipher, settings.provided.time_zone)
    audit_views: Serves[AuditViews] = audit_log
    records: Serves[AuditRecords] = audit_log
    branches: Serves[BranchViews] = providers.Singleton(PostgresBranchViews, read_pool)
    retention_candidates: Serves[RetentionCandidates] = providers.Singleton(PostgresRetentionCandidates, read_pool)
    housekeeping = providers.Singleton(Housekeeping, engine)
    jobs = providers.Singleton(PostgresJobs, read_pool, engine)
    job_views: Serves[JobViews] = jobs
    own_jobs: Serves[OwnJobs] = jobs
    pushes = providers.Singleton(PostgresAttendancePushStore, read_pool, engine)
    push_views: Serves[PushViews] = pushes
    push_store: Serves[AttendancePushStore] = pushes
    door_book: Serves[DoorEntryStore] = providers.Singleton(PostgresDoorEntryStore)
    late_sheets: Serves[LateSubmissionStore] = providers.Singleton(
        PostgresLateSubmissionStore, read_pool, zone, settings.provided.late_after
    )
    absence_rows: Serves[AbsenceRows] = providers.Singleton(PostgresAbsenceRows, read_pool)
    absences: Serves[AbsenceStore] = providers.Singleton(PostgresAbsenceStore, read_pool)
    days: Serves[TodayViews] = providers.Singleton(PostgresTodayViews, read_pool, late_sheets)

    photo_links = providers.Singleton(PhotoLinks, links, clock)
    access = providers.Singleton(
        PostgresAccessViews, read_pool, prepared_read_pool, photo_links, settings.provided.time_zone
    )
    access_views: Serves[AccessViews] = access
    student_accounts: Serves[StudentAccounts] = providers.Singleton(
        PostgresStudentAccounts, read_pool, prepared_read_pool, photo_links
    )
    student_groups: Serves[StudentGroups] = providers.Singleton(
        PostgresStudentGroups, read_pool, photo_links, clock, zone
    )
    student_lessons: Serves[StudentLessons] = providers.Singleton(
        PostgresStudentLessons, read_pool, photo_links, clock, zone
    )
    actor_lookup: Serves[ActorLookup] = access
    group_scopes = providers.Singleton(PostgresGroupScopes, read_pool)
    live_feed = providers.Singleton(JetStreamLiveFeed, settings.provided.nats_url)
    live_hub: Serves[LiveHub] = providers.Singleton(LiveHub, live_feed, access, group_scopes)
    staff: Serves[StaffViews] = providers.Singleton(PostgresStaffViews, read_pool, photo_links)
    academic_views: Serves[AcademicViews] = providers.Singleton(PostgresAcademicViews, read_pool, photo_links)
    author_views: Serves[AuthorViews] = providers.Singleton(PostgresAuthorViews, read_pool, photo_links)
    attendance_sheets: Serves[AttendanceSheetStore] = providers.Singleton(
        PostgresAttendanceSheetStore,
        read_pool,
        prepared_read_pool,
        batch_pool,
        photo_links,
        zone,
        settings.provided.late_after,
    )
    attendance: Serves[AttendanceViews] = providers.Singleton(
        PostgresAttendanceViews, read_pool, photo_links, clock, zone
    )
    hand_in_limits: Serves[HandInLimits] = providers.Singleton(
        HandInLimits.of, settings.provided.late_hand_in_days, settings.provided.student_files_mb
    )
    file_cards = providers.Singleton(FileCards, read_pool, links, clock)
    student_homework: Serves[StudentHomework] = providers.Singleton(
        PostgresStudentHomework, read_pool, file_cards, hand_in_limits
    )
    student_exams: Serves[StudentExams] = providers.Singleton(PostgresStudentExams, read_pool, file_cards)
    attempt_store: Serves[AttemptStore] = providers.Singleton(PostgresAttemptStore)
    homework_store: Serves[HomeworkStore] = providers.Singleton(PostgresHomeworkStore, clock, zone)
    homework_views: Serves[HomeworkViews] = providers.Singleton(
        PostgresHomeworkViews, read_pool, file_cards, photo_links, zone
    )
    homework_source: Serves[HomeworkSource] = providers.Singleton(PostgresHomeworkSource, read_pool, file_cards)
    homework_statistics: Serves[HomeworkStatistics] = providers.Singleton(
        PostgresHomeworkStatistics, read_pool, photo_links
    )
    counters: Serves[CounterStore] = providers.Singleton(PostgresCounterStore)
    teachers_homework: Serves[TeachersHomework] = providers.Singleton(PostgresTeachersHomework, read_pool, photo_links)
    reminders: Serves[ReminderStore] = providers.Singleton(PostgresReminderStore)
    database_store: Serves[DatabaseStore] = providers.Singleton(PostgresDatabaseStore)
    draft_store: Serves[DraftStore] = providers.Singleton(PostgresDraftStore, database_store)
    topic_store: Serves[TopicLessonStore] = providers.Singleton(PostgresTopicLessonStore)
    database_lists: Serves[DatabaseLists] = providers.Singleton(PostgresDatabaseLists, read_pool)
    computed_exports = providers.Singleton(
        ComputedExports, homework_statistics, teachers_homework, database_lists, zone
    )
    lists: Serves[ExportedLists] = providers.Singleton(PostgresExportedLists, read_pool, computed_exports, clock, zone)
    export_ports: Serves[ExportPorts] = providers.Factory(ExportPorts, uow, lists, spreadsheet_writer, files, clock)
    database_views: Serves[DatabaseViews] = providers.Singleton(PostgresDatabaseViews, read_pool, file_cards)
    lesson_store: Serves[LessonStore] = providers.Singleton(PostgresLessonStore, engine)
    roles: Serves[RoleViews] = providers.Singleton(PostgresRoleViews, read_pool, photo_links)
    preferences: Serves[PreferenceStore] = providers.Singleton(PostgresPreferences, engine)
    students: Serves[StudentViews] = providers.Singleton(PostgresStudentViews, read_pool, paper_cipher, links, clock)
    bulk = providers.Singleton(PostgresBulk, read_pool, engine)
    bulk_views: Serves[BulkViews] = bulk
    matching: Serves[StudentMatcher] = bulk
    logins: Serves[LoginRegistry] = providers.Singleton(PostgresLogins, read_pool)
    options: Serves[Options] = providers.Singleton(PostgresOptions, read_pool)
    enrolments: Serves[EnrolmentViews] = providers.Singleton(PostgresEnrolmentViews, read_pool, options, photo_links)
    groups: Serves[GroupViews] = providers.Singleton(PostgresGroupViews, read_pool, photo_links, clock, zone)
    readings: Serves[RevealLog] = providers.Singleton(PostgresRevealLog, read_pool)
    journals: Serves[JournalViews] = providers.Singleton(PostgresJournals, read_pool, photo_links, zone)
    staff_lessons: Serves[StaffLessons] = providers.Singleton(PostgresStaffLessons, read_pool, photo_links)
    file_cards = providers.Singleton(FileCards, read_pool, links, clock)
    submission_views: Serves[SubmissionViews] = providers.Singleton(
        PostgresSubmissionViews, read_pool, photo_links, file_cards
    )
    submissions: Serves[SubmissionStore] = providers.Singleton(PostgresSubmissionStore)
    course_views: Serves[CourseViews] = providers.Singleton(PostgresCourseViews, read_pool, clock, zone)
    course_store: Serves[CourseStore] = providers.Singleton(PostgresCourseStore)
    exam_store: Serves[ExamStore] = providers.Singleton(PostgresExamStore)
    exam_participants: Serves[ExamParticipants] = providers.Singleton(PostgresExamParticipants)
    exam_views: Serves[ExamViews] = providers.Singleton(PostgresExamViews, read_pool, photo_links, file_cards, zone)
    ledger: Serves[Ledger] = providers.Singleton(PostgresLedger, read_pool)
    lesson_marks: Serves[LessonMarks] = providers.Singleton(PostgresLessonMarks, zone)
    school_records: Serves[SchoolRecords] = providers.Singleton(PostgresSchoolRecords)
    award_views: Serves[AwardViews] = providers.Singleton(PostgresAwardViews, read_pool, zone)
    load_store: Serves[LoadStore] = providers.Singleton(PostgresLoadStore, read_pool)
    recomputations: Serves[RecomputationStore] = providers.Singleton(PostgresRecomputations, read_pool, zone)
    rule_store: Serves[RuleStore] = providers.Singleton(PostgresRuleStore)
    duplicate_finder: Serves[DuplicateFinder] = providers.Singleton(PostgresDuplicateFinder, read_pool)
    video_directory = providers.Singleton(VideoDirectory, settings.provided.videos)
    video_converter: Serves[VideoConverter] = providers.Singleton(FfmpegVideoConverter, video_directory)
    upload_links: Serves[UploadLinks] = providers.Singleton(SignedUploadLinks, settings.provided.secret_key)
    play_links: Serves[PlayLinks] = providers.Singleton(SignedPlayLinks, settings.provided.secret_key)
    video_bytes = providers.Singleton(UploadStorage, video_directory)
    upload_bytes: Serves[UploadBytes] = video_bytes
    stream_bytes: Serves[StreamBytes] = providers.Singleton(VideoStreams, video_directory)
    transfers: Serves[Transfers] = providers.Singleton(PostgresTransfers, prepared_read_pool, write_pool)
    upload_turns = providers.Singleton(Turns)
    transfer_ports: Serves[TransferPorts] = providers.Factory(
        TransferPorts, upload_links, transfers, upload_bytes, uow, clock, upload_turns
    )
    built_in_host = providers.Singleton(BuiltInHost, video_directory, upload_bytes, upload_links, play_links)
    video_hosts: Serves[VideoHosts] = providers.Singleton(
        VideoHostRegistry, built_in_host, settings.provided.secret_key, integrations, settings.provided.public_url
    )
    upload_limits: Serves[UploadLimits] = providers.Singleton(
        UploadLimits.of,
        settings.provided.video_open_uploads,
        settings.provided.video_open_gib,
        settings.provided.video_file_gib,
    )
    video_store: Serves[VideoStore] = providers.Singleton(PostgresVideoStore, zone)
    unfinished_uploads: Serves[UnfinishedUploads] = providers.Singleton(UploadsOfSession, video_store, clock)
    webhook_store: Serves[WebhookStore] = providers.Singleton(PostgresWebhookStore)
    video_views: Serves[VideoViews] = providers.Singleton(PostgresVideoViews, read_pool, zone)
    student_videos: Serves[StudentVideos] = providers.Singleton(PostgresStudentVideos, read_pool, zone)
    play_ports: Serves[PlayPorts] = providers.Factory(
        PlayPorts, play_links, transfers, stream_bytes, access, video_views, student_videos, clock
    )


async def close(container: Container) -> None:
    """Closes connections and processes."""
    await container.live_hub().stop()
    container.pictures().close()
    await container.integrations().close()
    container.spreadsheet_reader().close()
    container.video_bytes().close()
    await container.read_pool().close()
    await container.prepared_read_pool().close()
    await container.write_pool().close()
    await container.batch_pool().close()
    await container.engine().dispose()
