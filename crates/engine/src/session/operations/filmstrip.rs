//! The filmstrip of a demonstration: its moments, their masked pictures, and both as a file.

use crate::Answer;
use crate::proposal::draft::trimmed;
use crate::session::operations::Sessions;
use crate::session::record::find_session;
use apprentice_compiler::drawing::{self, Film, FilmSource, Values};
use apprentice_contracts::drawing::{
    FilmFileQuery, FilmFileResponse, FilmFormat, FilmMoment, FilmPicture, FilmPicturesQuery, FilmPicturesResponse,
    FilmstripResponse,
};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::observation::ObservedAction;
use apprentice_store::{Connection, StoreError, proposals, screens};
use std::collections::HashMap;

impl Sessions {
    pub(crate) async fn session_filmstrip(&self, id: LearnSessionId) -> Answer<FilmstripResponse> {
        self.core.store.read(move |db| filmstrip(db, id).map(|(filmstrip, _)| filmstrip)).await
    }

    pub(crate) async fn filmstrip_pictures(&self, id: LearnSessionId, query: FilmPicturesQuery) -> Answer<FilmPicturesResponse> {
        self.core
            .store
            .read(move |db| {
                let actions = trimmed(db, &find_session(db, id)?)?;
                let from = (query.first as usize - 1).min(actions.len());
                let to = (from + query.count as usize).min(actions.len());
                Ok(FilmPicturesResponse { pictures: pictures(db, &actions, &actions[from..to])? })
            })
            .await
    }

    pub(crate) async fn filmstrip_file(&self, id: LearnSessionId, query: FilmFileQuery) -> Answer<FilmFileResponse> {
        self.core
            .store
            .read(move |db| {
                let (FilmstripResponse { title, moments }, actions) = filmstrip(db, id)?;
                let values = Values::of(&actions);
                let (title, moments) = (values.hidden(&title), without_values(moments, &values));
                let pictures: HashMap<_, _> =
                    pictures(db, &actions, &actions)?.into_iter().map(|picture| (picture.event_id, picture)).collect();
                let film = Film { title: &title, moments: &moments, pictures: &pictures };
                let text = match query.format {
                    FilmFormat::Html => drawing::film_html(&film),
                    FilmFormat::Svg => drawing::film_svg(&film),
                };
                Ok(FilmFileResponse { moments: count(&moments), text })
            })
            .await
    }
}

fn filmstrip(db: &Connection, id: LearnSessionId) -> Answer<(FilmstripResponse, Vec<ObservedAction>)> {
    let record = find_session(db, id)?;
    let actions = trimmed(db, &record)?;
    let proposal = record.session.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let draft = proposal.as_ref().map(|found| (&found.draft.graph, found.draft.checkpoints.as_slice()));
    let pictured = screens::events_of_session(db, id)?;
    let moments = drawing::moments(&FilmSource { actions: &actions, pictured: &pictured, draft });
    let title = proposal.map(|found| found.proposal.title).or(record.session.goal).unwrap_or_default();
    Ok((FilmstripResponse { title, moments }, actions))
}

/// The moments as a file may say them, which somebody else may read.
fn without_values(mut moments: Vec<FilmMoment>, values: &Values) -> Vec<FilmMoment> {
    for moment in &mut moments {
        let labels = moment.inputs.iter_mut().map(|input| &mut input.label);
        let goals = moment.checkpoints.iter_mut().flat_map(|one| [&mut one.goal, &mut one.condition]);
        labels.chain(goals).chain(&mut moment.place).for_each(|text| *text = values.hidden(text));
    }
    moments
}

/// The pictures of some of the actions of a demonstration. A screen that cannot be read is left out and counted, like a record of a list.
fn pictures(db: &Connection, all: &[ObservedAction], wanted: &[ObservedAction]) -> Answer<Vec<FilmPicture>> {
    let values = Values::of(all);
    let mut pictures = Vec::new();
    for action in wanted {
        match screens::get(db, action.event_id) {
            Ok(screen) => pictures.extend(screen.map(|screen| values.picture(action.event_id, &screen))),
            Err(StoreError::Record(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(pictures)
}

fn count(moments: &[FilmMoment]) -> u32 {
    u32::try_from(moments.len()).unwrap_or(u32::MAX)
}
