"""The video hosts by the present settings."""

from adapters.security.cipher import AesCipher
from adapters.video_host.kinescope import KinescopeVideos
from application.videos.ports import HostUnavailable, VideoHost
from domain.videos.video import BUILT_IN
from entrypoints.integrations import IntegrationRegistry


class VideoHostRegistry:
    """See ``application.videos.ports.VideoHosts``."""

    def __init__(
        self, built_in: VideoHost, secret_key: str, integrations: IntegrationRegistry, public_url: str
    ) -> None:
        self._built_in = built_in
        self._integrations = integrations
        self._public_url = public_url
        # the same in every process and stored nowhere
        self._words = AesCipher(secret_key, "video hosts")

    async def present(self) -> VideoHost:
        return await self.external() or self._built_in

    async def of(self, name: str) -> VideoHost:
        if name == BUILT_IN:
            return self._built_in
        host = await self.external()
        if host is None or host.name != name:
            raise HostUnavailable(f"{name} is not connected")
        return host

    async def external(self) -> VideoHost | None:
        """The connected host; None where videos stay here."""
        word = self.webhook_word(KinescopeVideos.name)
        path = f"/api/video-host/{KinescopeVideos.name}/{word}"
        return await self._integrations.video_host(f"{self._public_url}{path}" if self._public_url else "")

    def webhook_word(self, name: str) -> str:
        return self._words.digest(name.encode())
