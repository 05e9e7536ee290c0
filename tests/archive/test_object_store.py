"""An archive in an object store: nothing is lost on the way there, and pages are read back from it."""

import pytest
from made_exchanges import page
from moto.server import ThreadedMotoServer

from pagekin.archive import ArchiveBusyError, ArchiveError, DamagedError, FolderArchive
from pagekin.archive.object_store import ObjectArchive
from pagekin.errors import UsageError

fsspec = pytest.importorskip("fsspec")


@pytest.fixture(scope="module")
def bucket():
    """A bucket of a real S3 server, on loopback; which server and who asks stands in the environment."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        environment.setenv("AWS_ACCESS_KEY_ID", "anybody")
        environment.setenv("AWS_SECRET_ACCESS_KEY", "anything")
        environment.setenv("AWS_DEFAULT_REGION", "us-east-1")
        fsspec.filesystem("s3").mkdir("pages")
        yield "s3://pages"
    server.stop()


@pytest.fixture(params=["memory", "file", "s3"])
def url(request, tmp_path):
    if request.param == "s3":
        yield f"{request.getfixturevalue('bucket')}/{tmp_path.name}"
        return
    if request.param == "file":
        yield (tmp_path / "bucket").as_uri()
        return
    name = f"memory://{tmp_path.name}"
    yield name
    fsspec.filesystem("memory").rm(f"/{tmp_path.name}", recursive=True)


def opened(url, tmp_path, **options):
    return ObjectArchive(url, tmp_path / "staging", **options)


def filled(url, tmp_path, count=30):
    """Fill files of about ten pages each; return the archive and the positions by number."""
    archive = opened(url, tmp_path, max_bytes=35_000, archive_id=4)
    positions = {n: archive.append(page(n, 3000, random_bytes=True)) for n in range(count)}
    return archive, positions


def test_pages_are_read_back_before_and_after_they_are_uploaded(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.sync()
    for number, position in positions.items():
        assert archive.read(position) == page(number, 3000, random_bytes=True)
    archive.close()
    assert not list((tmp_path / "staging").glob("*.warc.gz*"))
    elsewhere = ObjectArchive(url, tmp_path / "another machine")
    for number, position in positions.items():
        assert position.archive == 4
        assert elsewhere.read(position) == page(number, 3000, random_bytes=True)
    assert elsewhere.files() == sorted({position.file for position in positions.values()})


def test_a_file_is_gone_through_from_the_object_store(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    file = positions[0].file
    found = dict(archive.iterate(file))
    assert found == {
        position: page(number, 3000, random_bytes=True)
        for number, position in positions.items()
        if position.file == file
    }


def overwritten(url, position):
    """Overwrite 8 bytes in the middle of a position."""
    objects, root = fsspec.core.url_to_fs(url)
    whole = bytearray(objects.cat_file(f"{root}/{position.file}"))
    middle = position.offset + position.length // 2
    whole[middle : middle + 8] = bytes(255 - byte for byte in whole[middle : middle + 8])
    objects.pipe_file(f"{root}/{position.file}", bytes(whole))


def test_damage_is_found_by_reading_all_of_it(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    assert list(archive.damaged(sorted(positions.values()))) == []
    overwritten(url, positions[7])
    [(position, error)] = archive.damaged(sorted(positions.values()))
    assert position == positions[7]
    assert position.file in str(error)


def test_a_file_that_is_gone_or_too_short_does_not_hold_its_pages(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    assert all(map(archive.holds, positions.values()))
    archive.close()
    assert all(map(archive.holds, positions.values()))
    objects, root = fsspec.core.url_to_fs(url)
    lost, cut = positions[0].file, positions[29].file
    assert lost != cut
    objects.rm_file(f"{root}/{lost}")
    objects.pipe_file(f"{root}/{cut}", objects.cat_file(f"{root}/{cut}")[:-10])
    again = opened(url, tmp_path)
    held = {number for number, position in positions.items() if again.holds(position)}
    assert held == {n for n, position in positions.items() if position.file != lost} - {29}


def test_leaving_the_block_uploads(url, tmp_path):
    with opened(url, tmp_path) as archive:
        position = archive.append(page(1))
    assert ObjectArchive(url, tmp_path / "elsewhere").read(position) == page(1)


def test_appending_goes_on_after_closing(url, tmp_path):
    archive = opened(url, tmp_path)
    first = archive.append(page(1))
    archive.close()
    second = archive.append(page(2))
    archive.close()
    assert first.file != second.file
    assert [archive.read(position) for position in (first, second)] == [page(1), page(2)]


def test_what_a_killed_process_left_is_uploaded_by_the_next(url, tmp_path):
    archive = FolderArchive(tmp_path / "staging")
    position = archive.append(page(1))
    archive.sync()
    archive._writer.leave()  # as the system does when a process ends
    with (tmp_path / "staging" / position.file).open("ab") as torn:
        torn.write(b"half a record")
    found = opened(url, tmp_path)
    [recovered] = found.recover()
    assert recovered.cut == len(b"half a record")
    assert ObjectArchive(url, tmp_path / "elsewhere").read(position) == page(1)


def test_files_that_nothing_refers_to_are_deleted_and_others_stay(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    first, *others = archive.files()
    kept = [position for position in positions.values() if position.file != first]
    thinned = archive.thin(lambda file: [p for p in kept if p.file == file], dict)
    assert thinned.deleted == (first,)
    assert thinned.freed > 0
    assert archive.files() == others
    with pytest.raises(DamagedError, match=first):
        archive.read(positions[0])


def test_a_file_that_was_deleted_holds_no_page_any_more(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    assert archive.holds(positions[0])
    archive.thin(lambda _file: [], dict)
    assert not archive.holds(positions[0])


def test_what_was_appended_is_uploaded_before_anything_is_thinned(url, tmp_path):
    archive = opened(url, tmp_path)
    position = archive.append(page(1))
    archive.thin(lambda file: [position] * (file == position.file), dict)
    assert archive.files() == [position.file]
    assert ObjectArchive(url, tmp_path / "elsewhere").read(position) == page(1)


def test_of_a_file_that_is_hardly_used_only_what_is_used_stays(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    first, *others = archive.files()
    store = {number: at for number, at in positions.items() if at.file != first or number == 3}
    before = archive.sizes()

    def switch(moved):
        """Read from where the store will say it is, while the old file is still there."""
        assert first in archive.files()
        [(old, new)] = moved.items()
        assert archive.read(new) == archive.read(old)
        store.update({number: moved.get(at, at) for number, at in store.items()})

    thinned = archive.thin(lambda file: [at for at in store.values() if at.file == file], switch)
    assert list(thinned.copied) == [first]
    after = archive.sizes()
    assert sorted(after) == sorted([*others, thinned.copied[first]])
    assert thinned.freed == sum(before.values()) - sum(after.values()) > 0
    assert not list((tmp_path / "staging").glob("*.warc.gz*"))
    elsewhere = ObjectArchive(url, tmp_path / "another machine")
    for number, position in store.items():
        assert elsewhere.read(position) == page(number, 3000, random_bytes=True)


def test_a_file_whose_used_page_is_damaged_stays(url, tmp_path):
    archive, positions = filled(url, tmp_path)
    archive.close()
    overwritten(url, positions[3])
    files = archive.files()
    thinned = archive.thin(
        lambda file: (
            [at for at in positions.values() if at.file == file != positions[3].file]
            or [positions[3]] * (file == positions[3].file)
        ),
        dict,
    )
    assert list(thinned.kept) == [positions[3].file]
    assert archive.files() == files
    others = archive.thin(lambda file: [positions[3]] * (file == positions[3].file), dict)
    assert list(others.deleted) == files[1:]  # whatever is behind it can go


def test_nothing_is_deleted_while_another_process_writes(url, tmp_path):
    archive, _ = filled(url, tmp_path)
    archive.close()
    with FolderArchive(tmp_path / "staging") as writer:
        writer.append(page(1))
        with pytest.raises(ArchiveBusyError):
            archive.thin(lambda _file: [], dict)
    assert archive.files()


def test_what_cannot_be_uploaded_stays_here_and_is_said(tmp_path, monkeypatch):
    archive = opened((tmp_path / "bucket").as_uri(), tmp_path)
    position = archive.append(page(1))

    def unreachable(*_arguments, **_options):
        raise ConnectionError("no route to host")

    with monkeypatch.context() as patched:
        patched.setattr(archive._objects, "put_file", unreachable)
        with pytest.raises(ArchiveError, match=r"no route to host.* stays in .*staging"):
            archive.close()
    assert archive.read(position) == page(1)
    archive.close()
    assert not (tmp_path / "staging" / position.file).exists()
    assert archive.read(position) == page(1)


def test_an_unknown_kind_of_store_is_bad_usage(tmp_path):
    with pytest.raises(UsageError, match="nosuch://bucket cannot be opened"):
        ObjectArchive("nosuch://bucket", tmp_path)
