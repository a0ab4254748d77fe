/// The files of the page. They are compiled into the program, so that it needs no files of its own.
enum PageFiles {
    /// The page.
    static var index: [UInt8] { PackageResources.index_html }

    /// A file beside the page, by its name, with its type; `nil` where there is none.
    static func file(_ name: String) -> (bytes: [UInt8], type: String)? {
        guard let bytes = files[name] else { return nil }
        return (bytes, name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8")
    }

    private static let files: [String: [UInt8]] = [
        "asker.js": PackageResources.asker_js,
        "clip.js": PackageResources.clip_js,
        "commands.js": PackageResources.commands_js,
        "course.js": PackageResources.course_js,
        "dom.js": PackageResources.dom_js,
        "edits.js": PackageResources.edits_js,
        "editspanel.js": PackageResources.editspanel_js,
        "exportpanel.js": PackageResources.exportpanel_js,
        "exportslist.js": PackageResources.exportslist_js,
        "feed.js": PackageResources.feed_js,
        "fields.js": PackageResources.fields_js,
        "filmstrip.js": PackageResources.filmstrip_js,
        "gestures.js": PackageResources.gestures_js,
        "handles.js": PackageResources.handles_js,
        "history.js": PackageResources.history_js,
        "keys.js": PackageResources.keys_js,
        "listfield.js": PackageResources.listfield_js,
        "main.js": PackageResources.main_js,
        "markspanel.js": PackageResources.markspanel_js,
        "opener.js": PackageResources.opener_js,
        "pictures.js": PackageResources.pictures_js,
        "player.js": PackageResources.player_js,
        "preview.js": PackageResources.preview_js,
        "ratelane.js": PackageResources.ratelane_js,
        "rates.js": PackageResources.rates_js,
        "ratescale.js": PackageResources.ratescale_js,
        "recovery.js": PackageResources.recovery_js,
        "ruler.js": PackageResources.ruler_js,
        "server.js": PackageResources.server_js,
        "settings.js": PackageResources.settings_js,
        "socket.js": PackageResources.socket_js,
        "soundtrack.js": PackageResources.soundtrack_js,
        "stage.js": PackageResources.stage_js,
        "studio.js": PackageResources.studio_js,
        "style.css": PackageResources.style_css,
        "tabs.js": PackageResources.tabs_js,
        "time.js": PackageResources.time_js,
        "timeline.js": PackageResources.timeline_js,
        "timemap.js": PackageResources.timemap_js,
        "transport.js": PackageResources.transport_js,
        "trouble.js": PackageResources.trouble_js,
        "twopanel.js": PackageResources.twopanel_js,
        "view.js": PackageResources.view_js,
        "waveform.js": PackageResources.waveform_js,
        "window.js": PackageResources.window_js,
        "words.js": PackageResources.words_js,
        "worklet.js": PackageResources.worklet_js,
    ]
}
